// The two parts that a graph falls into.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace topoguard {

struct PartsScratch {
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint32_t> lowest;
};

// Of a connected graph: {i : v[i] >= 0} and the rest, the smaller one second, on equal sizes the one without vertex 0. sides [n]
// becomes 0 for the first part and 1 for the second.
inline void sides_of_cut(const double* fiedler, std::size_t n, double* sides) {
  std::size_t upper = 0;
  for (std::size_t i = 0; i < n; ++i) upper += fiedler[i] >= 0 ? 1 : 0;
  const bool upper_first = 2 * upper == n ? n > 0 && fiedler[0] >= 0 : 2 * upper > n;
  for (std::size_t i = 0; i < n; ++i) sides[i] = (fiedler[i] >= 0) == upper_first ? 0 : 1;
}

// Of a graph of several components, given the component of each vertex: the smallest component is second, on equal sizes the
// one whose lowest vertex is highest.
inline void sides_of_components(const std::uint32_t* labels, std::size_t n, std::size_t components, double* sides,
                                PartsScratch& scratch) {
  scratch.sizes.assign(components, 0);
  scratch.lowest.resize(components);
  for (std::size_t i = n; i-- > 0;) {
    ++scratch.sizes[labels[i]];
    scratch.lowest[labels[i]] = static_cast<std::uint32_t>(i);
  }
  std::size_t chosen = 0;
  for (std::size_t c = 1; c < components; ++c) {
    const bool smaller = scratch.sizes[c] < scratch.sizes[chosen];
    const bool later = scratch.sizes[c] == scratch.sizes[chosen] && scratch.lowest[c] > scratch.lowest[chosen];
    if (smaller || later) chosen = c;
  }
  for (std::size_t i = 0; i < n; ++i) sides[i] = labels[i] == chosen ? 1 : 0;
}

}  // namespace topoguard
