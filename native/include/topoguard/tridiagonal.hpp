// The second and third eigenvalue and the second eigenvector of a normalized Laplacian, without the rest of the spectrum:
// Householder reduction to tridiagonal form, bisection by Sturm counts, inverse iteration (Golub and Van Loan, Matrix
// Computations, 4th edition, sections 8.3.1, 8.4.1 and 8.4.2). About a tenth of the work of all eigenvectors.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "aligned_buffer.hpp"
#include "lanes.hpp"

namespace topoguard {

// Pivots are kept this far from 0, so that no quotient overflows: off-diagonal entries are at most 1.
constexpr double kSmallestPivot = 1e-290;

// T = Q^T A Q with diagonal [n] and off-diagonal [n - 1]. Q is the product of reflections I - factor[m] r r^T for m = n - 1
// down to 2, where r is row m of the reduced matrix, zero from column m on.
struct Tridiagonal {
  std::size_t n = 0;
  std::size_t padded = 0;
  double* matrix = nullptr;
  double* diagonal = nullptr;
  double* off = nullptr;
  double* factor = nullptr;
};

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
  decltype(&portable::reduce) reduce;
  decltype(&portable::transform_back) transform_back;
  decltype(&portable::count_below) count_below;
};

inline TridiagonalKernels tridiagonal_kernels(InstructionSet set) {
#ifdef TOPOGUARD_X86_DISPATCH
  if (set == InstructionSet::kAvx512) return {avx512::reduce, avx512::transform_back, avx512::count_below};
  if (set == InstructionSet::kAvx2) return {avx2::reduce, avx2::transform_back, avx2::count_below};
#else
  (void)set;
#endif
  return {portable::reduce, portable::transform_back, portable::count_below};
}

struct TridiagonalScratch {
  AlignedBuffer matrix;
  AlignedBuffer vectors;
  Tridiagonal form;

  // Room for a matrix of n rows, `form.padded` apart; the caller writes the lower triangle, the tiles of eight columns on the
  // diagonal in full, and zeros in the padding.
  Tridiagonal& prepare(std::size_t n) {
    const std::size_t padded = (n + 7) / 8 * 8;
    double* v = vectors.reserve(12 * padded);
    form = {n, padded, matrix.reserve(n * padded), v, v + padded, v + 2 * padded};
    return form;
  }
  // The i-th of nine more arrays [padded].
  double* array(std::size_t i) { return form.diagonal + (3 + i) * form.padded; }
};

// Reduces the prepared matrix to `scratch.form`.
inline void reduce(TridiagonalScratch& scratch, const TridiagonalKernels& kernels) {
  kernels.reduce(scratch.form, scratch.array(0), scratch.array(1), scratch.array(2), scratch.array(3));
}

// An eigenvalue with `index` smaller ones is known to lie in [low, high].
struct Bracket {
  double low;
  double high;
  double index;

  // Whether it is as narrow as it gets; else sets eight shifts that cut it in nine.
  bool divide(double* shifts) const {
    constexpr double kWidth = 4e-16;
    for (int l = 0; l < 8; ++l) shifts[l] = low + (high - low) * ((l + 1) / 9.0);
    return high - low > kWidth && shifts[0] > low && shifts[7] < high;
  }
  void narrow(const double* shifts, const double* counts, int many) {
    for (int l = 0; l < many; ++l) {
      if (counts[l] > index) high = std::min(high, shifts[l]);
      else low = std::max(low, shifts[l]);
    }
  }
  double middle() const { return low + (high - low) / 2; }
};

// The second and the third eigenvalue of `scratch.form`, known to lie in [low, high], by bisection; each learns from the
// shifts of the other.
inline void second_and_third(TridiagonalScratch& scratch, double low, double high, double& second, double& third,
                             const TridiagonalKernels& kernels) {
  const Tridiagonal& t = scratch.form;
  double* squares = scratch.array(4);
  for (std::size_t i = 0; i + 1 < t.n; ++i) squares[i] = t.off[i] * t.off[i];
  squares[t.n - 1] = 0;
  Bracket a{low, high, 1}, b{low, high, 2};
  double shifts[16], counts[16];
  // One after the other where both are still the same, so that no shift is asked for twice.
  for (bool same = true;;) {
    const bool more_a = a.divide(shifts), more_b = b.divide(shifts + 8);
    same = same && a.low == b.low && a.high == b.high;
    if (same)
      for (int l = 0; l < 16; ++l) shifts[l] = low + (high - low) * ((l + 1) / 17.0);
    if (!more_a && !more_b) break;
    kernels.count_below(t.diagonal, squares, t.n, shifts, counts);
    a.narrow(shifts, counts, 16);
    b.narrow(shifts, counts, 16);
    same = false;
  }
  second = a.middle();
  third = b.middle();
}

// All eigenvalues of `scratch.form` by QL iterations without square roots (Pal, Walker and Kahan's, as in Parlett, The Symmetric
// Eigenvalue Problem, section 8.15), and from them the second and the third; for small matrices, where that is less work than
// bisection. False when they did not settle.
inline bool second_and_third_of_all(TridiagonalScratch& scratch, double& second, double& third) {
  constexpr int kMostSweeps = 40;
  // An off-diagonal entry of 1e-16, squared, beside a matrix of norm about 1.
  constexpr double kNegligible = 1e-32;
  const std::size_t n = scratch.form.n;
  double *d = scratch.array(4), *e = scratch.array(5);
  for (std::size_t i = 0; i < n; ++i) d[i] = scratch.form.diagonal[i];
  for (std::size_t i = 0; i + 1 < n; ++i) e[i] = scratch.form.off[i] * scratch.form.off[i];
  for (std::size_t l = 0; l < n; ++l) {
    for (int sweep = 0;; ++sweep) {
      std::size_t m = l;
      while (m + 1 < n && e[m] > kNegligible) ++m;
      if (m == l) break;
      if (sweep == kMostSweeps) return false;
      // The first eigenvalue to be split off is 0, which is known; then the shift is the eigenvalue of the leading two rows that
      // is nearer to d[l].
      double shift = 0;
      if (l > 0 || sweep > 0) {
        const double root = std::sqrt(e[l]), slope = (d[l + 1] - d[l]) / (2 * root);
        shift = d[l] - root / (slope + std::copysign(std::sqrt(slope * slope + 1), slope));
      }
      double c = 1, s = 0, gamma = d[m] - shift, p = gamma * gamma;
      for (std::size_t i = m; i-- > l;) {
        const double squared = e[i], r = p + squared, old_c = c, old_gamma = gamma;
        // 1 / c, which does not have to wait for c.
        const double inverse_c = r / p;
        if (i + 1 < m) e[i + 1] = s * r;
        c = p / r;
        s = squared / r;
        gamma = c * (d[i] - shift) - s * old_gamma;
        d[i + 1] = old_gamma + (d[i] - gamma);
        p = c != 0 ? gamma * gamma * inverse_c : old_c * squared;
      }
      e[l] = s * p;
      d[l] = shift + gamma;
    }
  }
  double first = std::numeric_limits<double>::infinity();
  second = third = first;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = d[i], y = std::max(first, x), z = std::max(second, y);
    first = std::min(first, x);
    second = std::min(second, y);
    third = std::min(third, z);
  }
  return true;
}

// Two steps of inverse iteration: x [padded] becomes a unit eigenvector of T for an eigenvalue known to rounding. Gaussian
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
  double* inverse = scratch.array(2);
  for (std::size_t i = 0; i < n; ++i) inverse[i] = 1 / main[i];
  // Entries of one magnitude and no symmetry, so that no eigenvector is orthogonal to the start.
  for (std::size_t i = 0; i < n; ++i) x[i] = 1 + 0.25 * static_cast<double>((i * 7 + 3) % 11) / 11;
  for (int step = 0; step < 2; ++step) {
    for (std::size_t i = 0; i + 1 < n; ++i) {
      if (exchanged[i] != 0) std::swap(x[i], x[i + 1]);
      x[i + 1] -= multiplier[i] * x[i];
    }
    for (std::size_t i = n; i-- > 0;) {
      double y = x[i];
      if (i + 1 < n) y -= above[i] * x[i + 1];
      if (i + 2 < n) y -= second[i] * x[i + 2];
      x[i] = y * inverse[i];
    }
    // Entries reach 1e18 and no more, so that their squares do not overflow.
    double squared = 0;
    for (std::size_t i = 0; i < n; ++i) squared += x[i] * x[i];
    const double scale = 1 / std::sqrt(squared);
    for (std::size_t i = 0; i < n; ++i) x[i] *= scale;
  }
}

}  // namespace topoguard
