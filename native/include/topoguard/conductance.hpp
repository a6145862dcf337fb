// Conductances of a connected weighted graph: of the sign cut of its Fiedler vector, of the best sweep cut, and of the best
// of all cuts. phi(S) = cut(S) / min(vol S, vol of the rest).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace topoguard {

// Largest graph whose cuts are enumerated.
constexpr std::size_t kMaxExactConductance = 12;

// Entries of a Fiedler vector of at most this magnitude count as 0, so that rounding noise moves no sign cut.
constexpr double kFiedlerZero = 1e-9;

// Below this share of the total volume, a running cut has lost digits that matter: it is a difference of sums of that size.
constexpr double kFragileShare = 1e-2;

struct Conductances {
  double sign;
  double sweep;
  double exact;
};

struct CutScratch {
  std::vector<unsigned char> inside;
  std::vector<std::uint32_t> order;
  std::vector<double> position;
  std::vector<double> to_inside;
  std::vector<double> tables;
};

namespace detail {

inline double flush(double entry) { return std::fabs(entry) <= kFiedlerZero ? 0 : entry; }

}  // namespace detail

// phi of the cut `inside` [n], summed from the weights; 0 when a side has no volume.
inline double cut_conductance(const double* weights, const double* degrees, std::size_t n, const unsigned char* inside) {
  double cut = 0, volume_inside = 0, volume_outside = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!inside[i]) {
      volume_outside += degrees[i];
      continue;
    }
    volume_inside += degrees[i];
    for (std::size_t j = 0; j < n; ++j) cut += inside[j] ? 0 : weights[i * n + j];
  }
  const double volume = std::min(volume_inside, volume_outside);
  return volume > 0 ? cut / volume : 0;
}

// The same of {order[0 ... size - 1]}, summed over the side with fewer vertices; the sides of the cut weigh what they weigh
// from either.
inline double prefix_conductance(const double* weights, const double* degrees, std::size_t n, const unsigned char* inside,
                                 const std::uint32_t* order, std::size_t size) {
  const bool first = 2 * size <= n;
  const std::uint32_t *begin = first ? order : order + size, *end = first ? order + size : order + n;
  const unsigned char other = first ? 0 : 1;
  double cut = 0, volume_inside = 0, volume_outside = 0;
  for (const std::uint32_t* u = begin; u != end; ++u)
    for (std::size_t j = 0; j < n; ++j) cut += inside[j] == other ? weights[*u * n + j] : 0;
  for (std::size_t i = 0; i < n; ++i) (inside[i] ? volume_inside : volume_outside) += degrees[i];
  const double volume = std::min(volume_inside, volume_outside);
  return volume > 0 ? cut / volume : 0;
}

// S = {i : v[i] >= 0}.
inline double sign_conductance(const double* weights, const double* degrees, std::size_t n, const double* fiedler,
                               CutScratch& scratch) {
  scratch.inside.resize(n);
  for (std::size_t i = 0; i < n; ++i) scratch.inside[i] = detail::flush(fiedler[i]) >= 0;
  return cut_conductance(weights, degrees, n, scratch.inside.data());
}

// Smallest phi over the prefixes of the vertices in ascending v[i] / sqrt(d[i]), ties to the lower index.
inline double sweep_conductance(const double* weights, const double* degrees, std::size_t n, const double* fiedler,
                                CutScratch& scratch) {
  scratch.position.resize(n);
  scratch.order.resize(n);
  scratch.to_inside.assign(n, 0);
  scratch.inside.assign(n, 0);
  double* position = scratch.position.data();
  std::uint32_t* order = scratch.order.data();
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    position[i] = degrees[i] > 0 ? detail::flush(fiedler[i]) / std::sqrt(degrees[i]) : 0;
    total += degrees[i];
  }
  if (n <= 16) {
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t at = i;
      for (; at > 0 && position[order[at - 1]] > position[i]; --at) order[at] = order[at - 1];
      order[at] = static_cast<std::uint32_t>(i);
    }
  } else {
    for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<std::uint32_t>(i);
    std::sort(order, order + n, [position](std::uint32_t a, std::uint32_t b) {
      return position[a] != position[b] ? position[a] < position[b] : a < b;
    });
  }
  double* to_inside = scratch.to_inside.data();
  double best = std::numeric_limits<double>::infinity(), cut = 0, volume = 0;
  for (std::size_t t = 0; t + 1 < n; ++t) {
    const std::size_t u = order[t];
    cut += degrees[u] - 2 * to_inside[u];
    volume += degrees[u];
    scratch.inside[u] = 1;
    const double smaller = std::min(volume, total - volume);
    best = std::min(best, smaller > kFragileShare * total
                              ? cut / smaller
                              : prefix_conductance(weights, degrees, n, scratch.inside.data(), order, t + 1));
    for (std::size_t j = 0; j < n; ++j) to_inside[j] += weights[u * n + j];
  }
  return best;
}

// phi of the whole graph, for 2 <= n <= kMaxExactConductance: the smallest over all 2^(n-1) - 1 cuts. Subsets are numbered by
// their members' bits, and the tables of subset sums double with each vertex, which takes a few additions a cut and, unlike
// sums kept up along a walk through all cuts, adds up at most n terms. The vertex of largest degree stays outside: then the
// volume of the inside is at most n times that of the smaller side, so the subtractions lose no more than that.
inline double exact_conductance(const double* weights, const double* degrees, std::size_t n, CutScratch& scratch) {
  const std::size_t outside = static_cast<std::size_t>(std::max_element(degrees, degrees + n) - degrees);
  const std::size_t subsets = std::size_t{1} << (n - 1);
  scratch.tables.resize(3 * subsets);
  double* cut = scratch.tables.data();
  double* volume = cut + subsets;
  double* to_subset = volume + subsets;
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += degrees[i];
  cut[0] = volume[0] = 0;
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t bit = 0; bit + 1 < n; ++bit) {
    const std::size_t u = bit < outside ? bit : bit + 1;
    const double degree = degrees[u];
    const std::size_t half = std::size_t{1} << bit;
    to_subset[0] = 0;
    for (std::size_t other = 0; other < bit; ++other) {
      const double w = weights[u * n + (other < outside ? other : other + 1)];
      const std::size_t size = std::size_t{1} << other;
      for (std::size_t s = 0; s < size; ++s) to_subset[size + s] = to_subset[s] + w;
    }
    for (std::size_t s = 0; s < half; ++s) {
      const double c = cut[s] + (degree - 2 * to_subset[s]);
      const double v = volume[s] + degree;
      cut[half + s] = c;
      volume[half + s] = v;
      const double smaller = v < total - v ? v : total - v;
      const double phi = smaller > 0 ? c / smaller : best;
      best = phi < best ? phi : best;
    }
  }
  return best > 0 ? (std::isinf(best) ? 0 : best) : 0;
}

// All three; `exact` is NaN for n > kMaxExactConductance. A graph of fewer than two vertices has no cut: zeros.
inline Conductances cut_conductances(const double* weights, const double* degrees, std::size_t n, const double* fiedler,
                                     CutScratch& scratch) {
  if (n < 2) return {0, 0, 0};
  return {sign_conductance(weights, degrees, n, fiedler, scratch),
          sweep_conductance(weights, degrees, n, fiedler, scratch),
          n <= kMaxExactConductance ? exact_conductance(weights, degrees, n, scratch) : std::numeric_limits<double>::quiet_NaN()};
}

}  // namespace topoguard
