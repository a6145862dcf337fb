// The second and third eigenvalue and the second eigenvector of a normalized Laplacian, without the rest of the spectrum:
// Householder reduction to tridiagonal form, bisection by Sturm counts, inverse iteration (Golub and Van Loan, Matrix
// Computations, 4th edition, sections 8.3.1, 8.4.1 and 8.4.2). About a tenth of the work of all eigenvectors.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "aligned_buffer.hpp"
#include "lanes.hpp"

namespace topoguard {

// Pivots are kept this far from 0, so that no quotient overflows: off-diagonal entries are at most 1.
constexpr double kSmallestPivot = 1e-290;

namespace portable {
#define TOPOGUARD_TARGET
#include "tridiagonal_kernel.inc"
#undef TOPOGUARD_TARGET
}  // namespace portable

#ifdef TOPOGUARD_X86_DISPATCH
namespace avx2 {
#define TOPOGUARD_TARGET TOPOGUARD_AVX2
#include "tridiagonal_kernel.inc"
#undef TOPOGUARD_TARGET
}  // namespace avx2

namespace avx512 {
#define TOPOGUARD_TARGET TOPOGUARD_AVX512
#include "tridiagonal_kernel.inc"
#undef TOPOGUARD_TARGET
}  // namespace avx512
#endif

struct TridiagonalKernels {
  decltype(&portable::update_and_multiply) update_and_multiply;
  decltype(&portable::reflect) reflect;
  decltype(&portable::count_below) count_below;
};

inline TridiagonalKernels tridiagonal_kernels(InstructionSet set) {
#ifdef TOPOGUARD_X86_DISPATCH
  if (set == InstructionSet::kAvx512) return {avx512::update_and_multiply, avx512::reflect, avx512::count_below};
  if (set == InstructionSet::kAvx2) return {avx2::update_and_multiply, avx2::reflect, avx2::count_below};
#else
  (void)set;
#endif
  return {portable::update_and_multiply, portable::reflect, portable::count_below};
}

// T = Q^T A Q with diagonal [n] and off-diagonal [n - 1]. Q is the product of reflections I - factor[k] r r^T, where r is row
// k of the reduced matrix, zero up to column k.
struct Tridiagonal {
  std::size_t n = 0;
  std::size_t padded = 0;
  double* matrix = nullptr;
  double* diagonal = nullptr;
  double* off = nullptr;
  double* factor = nullptr;
};

struct TridiagonalScratch {
  AlignedBuffer matrix;
  AlignedBuffer vectors;
  Tridiagonal form;

  // Room for a matrix of n rows, `form.padded` apart; the caller writes the rows, with zeros in the padding.
  Tridiagonal& prepare(std::size_t n) {
    const std::size_t padded = (n + 7) / 8 * 8;
    double* v = vectors.reserve(12 * padded);
    form = {n, padded, matrix.reserve(n * padded), v, v + padded, v + 2 * padded};
    return form;
  }
  // The i-th of nine more arrays [padded].
  double* array(std::size_t i) { return form.diagonal + (3 + i) * form.padded; }
};

namespace detail {

// Makes row[from + 1 ...] vanish: v with v[from] = 1 and zeros before, the factor of the reflection, and the entry that
// is left at `from`.
inline double householder(const double* row, std::size_t from, std::size_t n, double* v, double& factor) {
  double rest = 0;
  for (std::size_t j = from + 1; j < n; ++j) rest += row[j] * row[j];
  std::fill(v, v + n, 0.0);
  factor = 0;
  if (rest < kSmallestPivot) return row[from];
  const double head = row[from];
  const double length = std::sqrt(head * head + rest);
  const double left = head > 0 ? -length : length;
  factor = (left - head) / left;
  const double scale = 1 / (head - left);
  v[from] = 1;
  for (std::size_t j = from + 1; j < n; ++j) v[j] = row[j] * scale;
  return left;
}

}  // namespace detail

// Reduces the prepared matrix. Each step subtracts v w^T + w v^T and needs the product of the result with the next v, which
// depends on one of its rows only: both happen in one pass over the matrix.
inline void reduce(TridiagonalScratch& scratch, const TridiagonalKernels& kernels) {
  const Tridiagonal& t = scratch.form;
  const std::size_t n = t.n, padded = t.padded;
  double *v = scratch.array(0), *w = scratch.array(1), *next = scratch.array(2), *product = scratch.array(3);
  for (double* array : {v, w, next, product}) std::fill(array, array + padded, 0.0);
  double next_factor = 0;
  if (n > 2) {
    t.off[0] = detail::householder(t.matrix, 1, n, next, next_factor);
    kernels.update_and_multiply(t.matrix, padded, 1, n, 0, padded, v, w, next, product);
  }
  for (std::size_t k = 0; k + 2 < n; ++k) {
    std::swap(v, next);
    const double factor = next_factor;
    t.diagonal[k] = t.matrix[k * padded + k];
    t.factor[k] = factor;
    double along = 0;
    for (std::size_t j = k + 1; j < n; ++j) along += product[j] * v[j];
    const double shift = factor * factor * along / 2;
    w[k] = 0;
    for (std::size_t j = k + 1; j < n; ++j) w[j] = factor * product[j] - shift * v[j];
    std::copy(v, v + padded, t.matrix + k * padded);

    const std::size_t start = (k + 1) / 8 * 8;
    double* row = t.matrix + (k + 1) * padded;
    for (std::size_t j = k + 1; j < n; ++j) row[j] = row[j] - v[k + 1] * w[j] - w[k + 1] * v[j];
    if (k + 3 < n) t.off[k + 1] = detail::householder(row, k + 2, n, next, next_factor);
    else std::fill(next, next + n, 0.0);
    kernels.update_and_multiply(t.matrix, padded, k + 2, n, start, padded, v, w, next, product);
  }
  for (std::size_t k = n < 2 ? 0 : n - 2; k < n; ++k) t.diagonal[k] = t.matrix[k * padded + k];
  if (n > 1) t.off[n - 2] = t.matrix[(n - 2) * padded + n - 1];
}

// The eigenvalue with `index` smaller ones, known to lie in [low, high]. Eight shifts a pass cut the interval to a ninth.
inline double bisect(TridiagonalScratch& scratch, std::size_t index, double low, double high,
                     const TridiagonalKernels& kernels) {
  constexpr double kWidth = 4e-16;
  const Tridiagonal& t = scratch.form;
  double* squares = scratch.array(4);
  for (std::size_t i = 0; i + 1 < t.n; ++i) squares[i] = t.off[i] * t.off[i];
  while (high - low > kWidth) {
    double shifts[8], counts[8];
    for (int l = 0; l < 8; ++l) shifts[l] = low + (high - low) * ((l + 1) / 9.0);
    if (!(shifts[0] > low && shifts[7] < high)) break;
    kernels.count_below(t.diagonal, squares, t.n, shifts, counts);
    for (int l = 0; l < 8; ++l) {
      if (counts[l] > static_cast<double>(index)) {
        high = shifts[l];
        break;
      }
      low = shifts[l];
    }
  }
  return low + (high - low) / 2;
}

// Three steps of inverse iteration: x [padded] becomes a unit eigenvector of T for an eigenvalue known to rounding. Gaussian
// elimination with exchanges of neighbouring rows.
inline void inverse_iteration(TridiagonalScratch& scratch, double value, double* x) {
  const Tridiagonal& t = scratch.form;
  const std::size_t n = t.n;
  double *main = scratch.array(4), *above = scratch.array(5), *second = scratch.array(6), *multiplier = scratch.array(7);
  double* exchanged = scratch.array(8);
  constexpr double kPivot = 1e-18;
  for (std::size_t i = 0; i < n; ++i) {
    main[i] = t.diagonal[i] - value;
    above[i] = i + 1 < n ? t.off[i] : 0;
    second[i] = 0;
  }
  for (std::size_t i = 0; i + 1 < n; ++i) {
    double below = t.off[i];
    exchanged[i] = std::fabs(below) > std::fabs(main[i]) ? 1 : 0;
    if (exchanged[i] != 0) {
      std::swap(main[i], below);
      std::swap(above[i], main[i + 1]);
      second[i] = above[i + 1];
      above[i + 1] = 0;
    }
    if (std::fabs(main[i]) < kPivot) main[i] = kPivot;
    multiplier[i] = below / main[i];
    main[i + 1] -= multiplier[i] * above[i];
    above[i + 1] -= multiplier[i] * second[i];
  }
  if (std::fabs(main[n - 1]) < kPivot) main[n - 1] = kPivot;
  // Entries of one magnitude and no symmetry, so that no eigenvector is orthogonal to the start.
  for (std::size_t i = 0; i < n; ++i) x[i] = 1 + 0.25 * static_cast<double>((i * 7 + 3) % 11) / 11;
  for (int step = 0; step < 3; ++step) {
    for (std::size_t i = 0; i + 1 < n; ++i) {
      if (exchanged[i] != 0) std::swap(x[i], x[i + 1]);
      x[i + 1] -= multiplier[i] * x[i];
    }
    double largest = 0;
    for (std::size_t i = n; i-- > 0;) {
      double y = x[i];
      if (i + 1 < n) y -= above[i] * x[i + 1];
      if (i + 2 < n) y -= second[i] * x[i + 2];
      x[i] = y / main[i];
      largest = std::max(largest, std::fabs(x[i]));
    }
    double squared = 0;
    for (std::size_t i = 0; i < n; ++i) {
      x[i] /= largest;
      squared += x[i] * x[i];
    }
    for (std::size_t i = 0; i < n; ++i) x[i] /= std::sqrt(squared);
  }
}

// x [padded, zeros in the padding] <- Q x.
inline void transform_back(TridiagonalScratch& scratch, double* x, const TridiagonalKernels& kernels) {
  const Tridiagonal& t = scratch.form;
  for (std::size_t k = t.n < 2 ? 0 : t.n - 2; k-- > 0;)
    kernels.reflect(t.matrix + k * t.padded, t.factor[k], (k + 1) / 8 * 8, t.padded, x);
}

}  // namespace topoguard
