// How the documents of a context relate, from the similarities of their sentences.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "aligned_buffer.hpp"

namespace topoguard {

// The mean of n unit vectors counts as 0 where its squared length is this small beside 1: that is rounding.
constexpr double kZeroMean = 1e-12;

namespace detail {

struct BlockSummary {
  double sum;
  double largest;
};

// Of a block of rows x columns, its rows `stride` apart. Four columns at a time, because each addition waits for the last.
inline BlockSummary summarize_block(const double* block, std::size_t stride, std::size_t rows, std::size_t columns) {
  constexpr double kLeast = -std::numeric_limits<double>::infinity();
  double sums[4] = {}, largest[4] = {kLeast, kLeast, kLeast, kLeast};
  for (std::size_t i = 0; i < rows; ++i) {
    const double* row = block + i * stride;
    std::size_t j = 0;
    for (; j + 4 <= columns; j += 4) {
      for (std::size_t t = 0; t < 4; ++t) {
        sums[t] += row[j + t];
        largest[t] = largest[t] < row[j + t] ? row[j + t] : largest[t];
      }
    }
    for (; j < columns; ++j) {
      sums[0] += row[j];
      largest[0] = largest[0] < row[j] ? row[j] : largest[0];
    }
  }
  return {(sums[0] + sums[2]) + (sums[1] + sums[3]),
          std::max(std::max(largest[0], largest[2]), std::max(largest[1], largest[3]))};
}

}  // namespace detail

// similarities [n x n]; document a of m holds rows offsets[a] - offsets[0] up to the next. mean_cosines [m x m]: the cosine of
// two documents' mean unit vectors, sum S_ab / sqrt(sum S_aa * sum S_bb), 0 beside a mean of 0. best_cosines [m x m]: the
// largest cosine between their sentences. Diagonals are 1.
inline void document_relations(const double* similarities, std::size_t n, const std::int32_t* offsets, std::size_t m,
                               double* mean_cosines, double* best_cosines, AlignedBuffer& scratch) {
  double* roots = scratch.reserve(m);
  const std::int32_t origin = offsets[0];
  for (std::size_t a = 0; a < m; ++a) {
    const auto a0 = static_cast<std::size_t>(offsets[a] - origin), a1 = static_cast<std::size_t>(offsets[a + 1] - origin);
    for (std::size_t b = a; b < m; ++b) {
      const auto b0 = static_cast<std::size_t>(offsets[b] - origin), b1 = static_cast<std::size_t>(offsets[b + 1] - origin);
      const detail::BlockSummary block = detail::summarize_block(similarities + a0 * n + b0, n, a1 - a0, b1 - b0);
      mean_cosines[a * m + b] = block.sum;
      best_cosines[a * m + b] = best_cosines[b * m + a] = a == b ? 1 : block.largest;
    }
    const double size = static_cast<double>(a1 - a0), own = mean_cosines[a * m + a];
    roots[a] = own <= kZeroMean * size * size ? 0 : std::sqrt(own);
  }
  for (std::size_t a = 0; a < m; ++a) {
    mean_cosines[a * m + a] = 1;
    for (std::size_t b = a + 1; b < m; ++b) {
      const double length = roots[a] * roots[b];
      const double cosine = length > 0 ? std::max(-1.0, std::min(1.0, mean_cosines[a * m + b] / length)) : 0;
      mean_cosines[a * m + b] = mean_cosines[b * m + a] = cosine;
    }
  }
}

// best [m]: the largest of `cosines` (one a row) in each document.
inline void best_of_documents(const double* cosines, const std::int32_t* offsets, std::size_t m, double* best) {
  for (std::size_t a = 0; a < m; ++a) {
    best[a] = -std::numeric_limits<double>::infinity();
    for (std::int32_t i = offsets[a]; i < offsets[a + 1]; ++i) best[a] = std::max(best[a], cosines[i - offsets[0]]);
  }
}

}  // namespace topoguard
