// The symmetrized k-nearest-neighbour graph of a similarity matrix: weights, degrees and connected components.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "lanes.hpp"

namespace topoguard {

// A weight of at most this is no edge.
constexpr double kSmallestWeight = 1e-12;

// Similarities are ranked in these units, so that rounding noise breaks no tie.
constexpr double kRankUnits = 1e9;
// Adding 1.5 * 2^52 leaves no bits for a fraction: it rounds half to even, in the default rounding mode.
constexpr double kRankShift = 6755399441055744.0;

inline double rank_key(double s) { return (s * kRankUnits + kRankShift) - kRankShift; }

// The nearest others of eight rows, as they are found: those above the k-th largest key, and the first k of those at it.
struct NearestRows {
  std::vector<double> keys;
  std::vector<double> column;
  std::vector<std::uint32_t> found, tied;
  std::size_t above[8], ties[8];
};

struct KnnScratch {
  NearestRows nearest;
  std::vector<std::uint32_t> farthest;
  std::vector<std::uint32_t> stack;
  std::vector<std::uint32_t> unseen;
  // Component of each vertex, as `components` numbers them.
  std::vector<std::uint32_t> labels;
};

namespace detail {

// For k too large for the sorted lists of the kernel.
inline void kth_by_selection(const double* keys, std::size_t n, std::size_t k, double* least, std::vector<double>& column) {
  column.resize(n);
  for (std::size_t r = 0; r < 8; ++r) {
    for (std::size_t j = 0; j < n; ++j) column[j] = keys[j * 8 + r];
    const auto at = column.begin() + static_cast<std::ptrdiff_t>(k - 1);
    std::nth_element(column.begin(), at, column.end(), std::greater<double>());
    least[r] = *at;
  }
}

inline std::size_t lowest_bit(unsigned bits) {
#if defined(__GNUC__) || defined(__clang__)
  return static_cast<std::size_t>(__builtin_ctz(bits));
#else
  std::size_t at = 0;
  while (!(bits >> at & 1)) ++at;
  return at;
#endif
}

}  // namespace detail

namespace portable {
using detail::kth_by_selection;
using detail::lowest_bit;
#define TOPOGUARD_TARGET
#include "knn_kernel.inc"
#undef TOPOGUARD_TARGET
}  // namespace portable

#ifdef TOPOGUARD_X86_DISPATCH
namespace avx2 {
using detail::kth_by_selection;
using detail::lowest_bit;
#define TOPOGUARD_TARGET TOPOGUARD_AVX2
#include "knn_kernel.inc"
#undef TOPOGUARD_TARGET
}  // namespace avx2

namespace avx512 {
using detail::kth_by_selection;
using detail::lowest_bit;
#define TOPOGUARD_TARGET TOPOGUARD_AVX512
#include "knn_kernel.inc"
#undef TOPOGUARD_TARGET
}  // namespace avx512
#endif

namespace detail {

inline void nearest_rows(InstructionSet set, const double* similarities, std::size_t n, std::size_t k, std::size_t first,
                         std::size_t rows, NearestRows& out) {
  std::fill(out.above, out.above + 8, std::size_t{0});
  std::fill(out.ties, out.ties + 8, std::size_t{0});
#ifdef TOPOGUARD_X86_DISPATCH
  if (set == InstructionSet::kAvx512) return avx512::nearest_rows(similarities, n, k, first, rows, out);
  if (set == InstructionSet::kAvx2) return avx2::nearest_rows(similarities, n, k, first, rows, out);
#else
  (void)set;
#endif
  portable::nearest_rows(similarities, n, k, first, rows, out);
}

// Weights of the edges from each vertex to the k others with the largest keys, ties to the lower index, in both directions.
inline void link_nearest(InstructionSet set, const double* similarities, std::size_t n, std::size_t k, double* weights,
                         NearestRows& nearest) {
  std::fill(weights, weights + n * n, 0.0);
  nearest.keys.resize(n * 8);
  nearest.found.resize(k * 8);
  nearest.tied.resize(k * 8);
  for (std::size_t first = 0; first < n; first += 8) {
    const std::size_t rows = std::min<std::size_t>(8, n - first);
    nearest_rows(set, similarities, n, k, first, rows, nearest);
    for (std::size_t r = 0; r < rows; ++r) {
      const std::size_t i = first + r;
      const std::size_t above = nearest.above[r];
      for (std::size_t t = 0; t < std::min(k, above + nearest.ties[r]); ++t) {
        const std::size_t j = t < above ? nearest.found[r * k + t] : nearest.tied[r * k + t - above];
        const double s = similarities[i * n + j];
        const double w = s > kSmallestWeight ? s : 0;
        weights[i * n + j] = w;
        weights[j * n + i] = w;
      }
    }
  }
}

// All weights.
inline void link_all(const double* similarities, std::size_t n, double* weights) {
  for (std::size_t t = 0; t < n * n; ++t) weights[t] = similarities[t] > kSmallestWeight ? similarities[t] : 0;
  for (std::size_t i = 0; i < n; ++i) weights[i * n + i] = 0;
}

// Where each vertex leaves out one other only, that is the smallest key, of several the one with the highest index.
inline void unlink_farthest(const double* similarities, std::size_t n, double* weights, std::vector<std::uint32_t>& farthest) {
  farthest.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double* s = similarities + i * n;
    std::size_t last = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < n; ++j) {
      const double key = j == i ? std::numeric_limits<double>::infinity() : rank_key(s[j]);
      last = key <= least ? j : last;
      least = key <= least ? key : least;
    }
    farthest[i] = static_cast<std::uint32_t>(last);
  }
  for (std::size_t i = 0; i < n; ++i)
    if (farthest[farthest[i]] == i) weights[i * n + farthest[i]] = 0;
}

}  // namespace detail

// Four running sums, because additions into one wait for each other.
inline double row_sum(const double* row, std::size_t n) {
  double sums[4] = {};
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4)
    for (std::size_t t = 0; t < 4; ++t) sums[t] += row[j + t];
  for (; j < n; ++j) sums[0] += row[j];
  return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

// similarities: symmetric [n x n], n >= 1. Writes weights [n x n] and degrees [n] (row sums of weights).
inline void knn_graph(const double* similarities, std::size_t n, std::size_t k, double* weights, double* degrees,
                      KnnScratch& scratch, InstructionSet set = widest_instruction_set()) {
  const std::size_t left_out = n - 1 - std::min(k, n - 1);
  if (left_out > 1) {
    detail::link_nearest(set, similarities, n, k, weights, scratch.nearest);
  } else {
    detail::link_all(similarities, n, weights);
    if (left_out == 1) detail::unlink_farthest(similarities, n, weights, scratch.farthest);
  }
  for (std::size_t i = 0; i < n; ++i) degrees[i] = row_sum(weights + i * n, n);
}

// Number of connected components over positive weights, and scratch.labels [n]. Each vertex reached looks at the vertices not reached yet, and
// whether they are adjacent decides by arithmetic, not by a branch, on which of two lists they go.
inline std::size_t components(const double* weights, std::size_t n, KnnScratch& scratch) {
  scratch.unseen.resize(n + 1);
  scratch.stack.resize(n + 1);
  scratch.labels.resize(n);
  std::uint32_t *unseen = scratch.unseen.data(), *stack = scratch.stack.data(), *labels = scratch.labels.data();
  for (std::size_t i = 0; i < n; ++i) unseen[i] = static_cast<std::uint32_t>(i);
  std::size_t count = 0;
  for (std::size_t left = n; left > 0;) {
    std::size_t height = 0;
    stack[height++] = unseen[--left];
    while (height > 0) {
      const std::uint32_t i = stack[--height];
      labels[i] = static_cast<std::uint32_t>(count);
      const double* row = weights + static_cast<std::size_t>(i) * n;
      std::size_t kept = 0;
      for (std::size_t t = 0; t < left; ++t) {
        const std::uint32_t j = unseen[t];
        const std::size_t adjacent = row[j] > 0 ? 1 : 0;
        stack[height] = j;
        height += adjacent;
        unseen[kept] = j;
        kept += 1 - adjacent;
      }
      left = kept;
    }
    ++count;
  }
  return count;
}

}  // namespace topoguard
