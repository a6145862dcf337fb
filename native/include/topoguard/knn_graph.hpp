// The symmetrized k-nearest-neighbour graph of a similarity matrix: weights, degrees and connected components.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace topoguard {

// A weight of at most this is no edge.
constexpr double kSmallestWeight = 1e-12;

struct KnnScratch {
  std::vector<double> keys;
  std::vector<double> column;
  std::vector<unsigned char> edge;
  std::vector<std::uint32_t> stack;
  std::vector<unsigned char> seen;
};

namespace detail {

// s in units of 1e-9, rounded half to even. Adding 1.5 * 2^52 leaves no bits for a fraction, in the default rounding mode.
inline double rank_key(double s) {
  constexpr double kShift = 6755399441055744.0;
  return (s * 1e9 + kShift) - kShift;
}

constexpr std::size_t kTileRows = 4;

// The K-th largest key of each of kTileRows rows, keys[j * kTileRows + row]: the K largest so far are kept in descending
// order, and each key sinks through them by exchanges. Rows side by side make that a few vector instructions, no branches.
template <std::size_t K>
void kth_largest(const double* keys, std::size_t n, double* least) {
  double best[K][kTileRows];
  for (auto& row : best) std::fill(row, row + kTileRows, -std::numeric_limits<double>::infinity());
  for (std::size_t j = 0; j < n; ++j) {
    double x[kTileRows];
    for (std::size_t r = 0; r < kTileRows; ++r) x[r] = keys[j * kTileRows + r];
    for (std::size_t t = 0; t < K; ++t) {
      double larger[kTileRows];
      for (std::size_t r = 0; r < kTileRows; ++r) larger[r] = best[t][r] < x[r] ? x[r] : best[t][r];
      for (std::size_t r = 0; r < kTileRows; ++r) x[r] = best[t][r] < x[r] ? best[t][r] : x[r];
      for (std::size_t r = 0; r < kTileRows; ++r) best[t][r] = larger[r];
    }
  }
  for (std::size_t r = 0; r < kTileRows; ++r) least[r] = best[K - 1][r];
}

inline void kth_largest(const double* keys, std::size_t n, std::size_t k, double* least, std::vector<double>& column) {
  switch (k) {
    case 1: return kth_largest<1>(keys, n, least);
    case 2: return kth_largest<2>(keys, n, least);
    case 3: return kth_largest<3>(keys, n, least);
    case 4: return kth_largest<4>(keys, n, least);
    case 5: return kth_largest<5>(keys, n, least);
    case 6: return kth_largest<6>(keys, n, least);
    default: break;
  }
  column.resize(n);
  for (std::size_t r = 0; r < kTileRows; ++r) {
    for (std::size_t j = 0; j < n; ++j) column[j] = keys[j * kTileRows + r];
    const auto at = column.begin() + static_cast<std::ptrdiff_t>(k - 1);
    std::nth_element(column.begin(), at, column.end(), std::greater<double>());
    least[r] = *at;
  }
}

// Marks edges to the k others of each vertex with the largest keys, ties to the lower index, in both directions.
inline void mark_neighbours(const double* similarities, std::size_t n, std::size_t k, KnnScratch& scratch) {
  scratch.keys.resize(n * kTileRows);
  double* keys = scratch.keys.data();
  unsigned char* edge = scratch.edge.data();
  for (std::size_t first = 0; first < n; first += kTileRows) {
    const std::size_t rows = std::min(kTileRows, n - first);
    for (std::size_t j = 0; j < n; ++j) {
      // The matrix is symmetric: row j holds the keys of j to all rows of the tile side by side.
      const double* s = similarities + j * n + first;
      for (std::size_t r = 0; r < kTileRows; ++r) keys[j * kTileRows + r] = r < rows ? rank_key(s[r]) : 0;
    }
    for (std::size_t r = 0; r < rows; ++r) keys[(first + r) * kTileRows + r] = -std::numeric_limits<double>::infinity();
    double least[kTileRows];
    kth_largest(keys, n, k, least, scratch.column);
    for (std::size_t r = 0; r < rows; ++r) {
      std::size_t above = 0;
      for (std::size_t j = 0; j < n; ++j) above += keys[j * kTileRows + r] > least[r];
      std::size_t ties = k - above;
      for (std::size_t j = 0; j < n; ++j) {
        const double key = keys[j * kTileRows + r];
        if (key < least[r]) continue;
        if (key == least[r]) {
          if (ties == 0) continue;
          --ties;
        }
        edge[(first + r) * n + j] = 1;
        edge[j * n + first + r] = 1;
      }
    }
  }
}

// The same where each vertex leaves out one other only: the smallest key, of several the one with the highest index.
inline void unmark_farthest(const double* similarities, std::size_t n, KnnScratch& scratch) {
  unsigned char* edge = scratch.edge.data();
  scratch.stack.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double* s = similarities + i * n;
    std::size_t farthest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < n; ++j) {
      const double key = j == i ? std::numeric_limits<double>::infinity() : rank_key(s[j]);
      farthest = key <= least ? j : farthest;
      least = key <= least ? key : least;
    }
    scratch.stack[i] = static_cast<std::uint32_t>(farthest);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = scratch.stack[i];
    if (scratch.stack[j] == i) edge[i * n + j] = 0;
  }
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
                      KnnScratch& scratch) {
  const std::size_t left_out = n - 1 - std::min(k, n - 1);
  scratch.edge.assign(n * n, left_out < 2 ? 1 : 0);
  if (left_out == 1) detail::unmark_farthest(similarities, n, scratch);
  if (left_out > 1) detail::mark_neighbours(similarities, n, k, scratch);
  const unsigned char* edge = scratch.edge.data();
  for (std::size_t i = 0; i < n; ++i) {
    const double* s = similarities + i * n;
    double* w = weights + i * n;
    for (std::size_t j = 0; j < n; ++j) {
      const double weight = s[j] > kSmallestWeight ? s[j] : 0;
      w[j] = edge[i * n + j] ? weight : 0;
    }
    w[i] = 0;
    degrees[i] = row_sum(w, n);
  }
}

// Number of connected components over positive weights.
inline std::size_t components(const double* weights, std::size_t n, KnnScratch& scratch) {
  scratch.seen.assign(n, 0);
  scratch.stack.resize(n);
  std::size_t count = 0;
  for (std::size_t start = 0; start < n; ++start) {
    if (scratch.seen[start]) continue;
    ++count;
    std::size_t height = 0;
    scratch.stack[height++] = static_cast<std::uint32_t>(start);
    scratch.seen[start] = 1;
    while (height > 0) {
      const double* row = weights + static_cast<std::size_t>(scratch.stack[--height]) * n;
      for (std::size_t j = 0; j < n; ++j) {
        if (row[j] > 0 && !scratch.seen[j]) {
          scratch.seen[j] = 1;
          scratch.stack[height++] = static_cast<std::uint32_t>(j);
        }
      }
    }
  }
  return count;
}

}  // namespace topoguard
