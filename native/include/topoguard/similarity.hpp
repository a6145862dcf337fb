// Cosine similarities of the rows of one context, accumulated in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "aligned_buffer.hpp"
#include "gram.hpp"

namespace topoguard {

struct SimilarityScratch {
  AlignedBuffer inverse_norms;
  AlignedBuffer scaled_rows;
  AlignedBuffer scaled_query;
};

namespace detail {

// Magnitudes between these neither overflow nor underflow when squared and added up.
constexpr double kScalingFrom = 1e-100;
constexpr double kScalingTo = 1e100;

// Whether a row of this squared length can be taken as it is: to scale it by a power of two would change no digit.
inline bool needs_no_scaling(double squared) { return squared >= kScalingFrom * kScalingFrom && squared <= kScalingTo * kScalingTo; }

// float32 squares stay inside the range of double.
inline const float* scaled(const float* rows, std::size_t, std::size_t, AlignedBuffer&) { return rows; }

// Rows of extreme magnitude are divided by the power of two next to their largest element, which is exact. Rows that need
// no scaling are used where they are.
inline const double* scaled(const double* rows, std::size_t n, std::size_t d, AlignedBuffer& storage) {
  double* copy = nullptr;
  for (std::size_t i = 0; i < n; ++i) {
    double largest = 0;
    for (std::size_t t = 0; t < d; ++t) largest = std::max(largest, std::fabs(rows[i * d + t]));
    if (largest == 0 || (largest > kScalingFrom && largest < kScalingTo) || std::isinf(largest)) continue;
    if (copy == nullptr) {
      copy = storage.reserve(n * d);
      std::copy(rows, rows + n * d, copy);
    }
    const int exponent = -std::ilogb(largest);
    for (std::size_t t = 0; t < d; ++t) copy[i * d + t] = std::ldexp(rows[i * d + t], exponent);
  }
  return copy == nullptr ? rows : copy;
}

inline bool finite(double x) { return std::fabs(x) <= std::numeric_limits<double>::max(); }
inline double inverse_root(double squared) { return squared > 0 ? 1 / std::sqrt(squared) : 0; }
inline double clamp_cosine(double s) { return std::min(1.0, std::max(-1.0, s)); }

// Copies the lower triangle to the upper one, in tiles that stay in the cache.
inline void mirror(double* matrix, std::size_t n) {
  constexpr std::size_t kTile = 16;
  for (std::size_t i0 = 0; i0 < n; i0 += kTile)
    for (std::size_t j0 = 0; j0 <= i0; j0 += kTile)
      for (std::size_t j = j0; j < std::min(j0 + kTile, n); ++j)
        for (std::size_t i = std::max(i0, j + 1); i < std::min(i0 + kTile, n); ++i) matrix[j * n + i] = matrix[i * n + j];
}

}  // namespace detail

// out: [n x n] row-major. 1 on the diagonal; a zero vector has zeros everywhere. With a query (may be null),
// query_cosines[i] is the cosine of row i to it, 0 for a zero vector. False when an element is NaN or infinite, which shows
// in the norms without a pass of its own; `out` is then of no use.
template <typename T>
bool cosine_similarity(const T* vectors, std::size_t n, std::size_t d, double* out, SimilarityScratch& scratch,
                       const T* query = nullptr, double* query_cosines = nullptr,
                       InstructionSet set = widest_instruction_set()) {
  const T* rows = vectors;
  double* inverse = scratch.inverse_norms.reserve(n);
  gram(set, rows, n, d, out);
  for (std::size_t i = 0; i < n; ++i) {
    if (detail::needs_no_scaling(out[i * n + i])) continue;
    rows = detail::scaled(vectors, n, d, scratch.scaled_rows);
    if (rows != vectors) gram(set, rows, n, d, out);
    break;
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (!detail::finite(out[i * n + i])) return false;
    inverse[i] = detail::inverse_root(out[i * n + i]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) out[i * n + j] = detail::clamp_cosine(out[i * n + j] * (inverse[i] * inverse[j]));
    out[i * n + i] = inverse[i] > 0 ? 1 : 0;
  }
  detail::mirror(out, n);
  if (query == nullptr) return true;
  const T* q = query;
  double squared;
  products(set, q, 1, q, d, &squared);
  if (!detail::needs_no_scaling(squared)) {
    q = detail::scaled(query, 1, d, scratch.scaled_query);
    if (q != query) products(set, q, 1, q, d, &squared);
  }
  if (!detail::finite(squared)) return false;
  const double inverse_query = detail::inverse_root(squared);
  products(set, rows, n, q, d, query_cosines);
  for (std::size_t i = 0; i < n; ++i) query_cosines[i] = detail::clamp_cosine(query_cosines[i] * (inverse[i] * inverse_query));
  return true;
}

}  // namespace topoguard
