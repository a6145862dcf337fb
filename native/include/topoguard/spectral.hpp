// Normalized Laplacian of a weighted graph, its full eigendecomposition (Eigen's self-adjoint solver), and its spectral gap
// with the Fiedler vector.
#pragma once

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "aligned_buffer.hpp"
#include "conductance.hpp"
#include "tridiagonal.hpp"

namespace topoguard {

struct FiedlerPair {
  double lambda2;
  double gap;
};

// Above this size two eigenvalues are found faster by bisection than all by QL iterations.
constexpr std::size_t kBisected = 12;

// Up to this size Eigen's solver, where it is asked, works in memory of its own kind that is not allocated anew.
constexpr int kSmallGraph = 10;

using SmallMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kSmallGraph, kSmallGraph>;

struct SpectralScratch {
  Eigen::SelfAdjointEigenSolver<SmallMatrix> small{kSmallGraph};
  SmallMatrix small_matrix;
  TridiagonalScratch tridiagonal;
  AlignedBuffer inverse_roots;
};

// L = I - D^(-1/2) W D^(-1/2) into L(i, j), both triangles; inverse_roots [n] becomes the diagonal of D^(-1/2). A vertex
// without edges keeps its 1.
template <typename Entry>
void normalized_laplacian(const double* weights, const double* degrees, std::size_t n, double* inverse_roots, Entry entry) {
  for (std::size_t i = 0; i < n; ++i) inverse_roots[i] = degrees[i] > 0 ? 1 / std::sqrt(degrees[i]) : 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) entry(i, j) = -(weights[i * n + j] * (inverse_roots[i] * inverse_roots[j]));
    entry(i, i) = 1;
  }
}

// Sign: the entry of largest magnitude is positive, magnitudes within 1e-12 of it tie to the lower index. Entries of at most
// kFiedlerZero become 0.
inline void orient_fiedler(double* v, std::size_t n) {
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::fabs(v[i]));
  std::size_t lead = 0;
  while (lead + 1 < n && !(std::fabs(v[lead]) > largest - 1e-12)) ++lead;
  const double sign = v[lead] < 0 ? -1 : 1;
  for (std::size_t i = 0; i < n; ++i) v[i] = detail::flush(sign * v[i]);
}

namespace detail {

// The same as TridiagonalScratch::prepare asks for it.
inline void lower_laplacian(const double* weights, const double* degrees, std::size_t n, double* inverse_roots,
                            const Tridiagonal& t) {
  for (std::size_t i = 0; i < n; ++i) inverse_roots[i] = degrees[i] > 0 ? 1 / std::sqrt(degrees[i]) : 0;
  for (std::size_t i = 0; i < n; ++i) {
    double* row = t.matrix + i * t.padded;
    const double* w = weights + i * n;
    const double root = inverse_roots[i];
    const std::size_t end = std::min(i / 8 * 8 + 8, n);
    for (std::size_t j = 0; j < end; ++j) row[j] = -(w[j] * (root * inverse_roots[j]));
    std::fill(row + end, row + t.padded, 0.0);
    row[i] = 1;
  }
}

// By all eigenvectors.
template <typename Solver, typename Matrix>
bool solve_all(const double* weights, const double* degrees, std::size_t n, double* inverse_roots, Solver& solver,
               Matrix& laplacian, double* fiedler, FiedlerPair& pair) {
  const auto size = static_cast<Eigen::Index>(n);
  if (laplacian.rows() != size) laplacian.resize(size, size);
  normalized_laplacian(weights, degrees, n, inverse_roots, [&](std::size_t i, std::size_t j) -> double& {
    return laplacian(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  });
  solver.compute(laplacian);
  if (solver.info() != Eigen::Success) return false;
  const auto& values = solver.eigenvalues();
  pair.lambda2 = std::max(0.0, values[1]);
  pair.gap = n > 2 ? values[2] - values[1] : std::numeric_limits<double>::infinity();
  const auto& vectors = solver.eigenvectors();
  for (std::size_t i = 0; i < n; ++i) fiedler[i] = vectors(static_cast<Eigen::Index>(i), 1);
  return true;
}

// By the two eigenvalues and the eigenvector that are asked for, n > 2. The eigenvector of 0 is known, D^(1/2) 1, so what is
// left of it in v is taken out. False when v then is no eigenvector to rounding, as may be when lambda2 is next to 0.
inline bool solve_part(const double* weights, const double* degrees, std::size_t n, SpectralScratch& s, double* fiedler,
                       FiedlerPair& pair, InstructionSet set) {
  constexpr double kResidual = 1e-13;
  const TridiagonalKernels kernels = tridiagonal_kernels(set);
  const Tridiagonal& t = s.tridiagonal.prepare(n);
  double* inverse_roots = s.inverse_roots.reserve(n);
  lower_laplacian(weights, degrees, n, inverse_roots, t);
  reduce(s.tridiagonal, kernels);
  // The trace is n, and no eigenvalue is negative: lambda3 is at most n / (n - 2).
  constexpr double kMargin = 1e-12;
  const double highest = static_cast<double>(n) / static_cast<double>(n - 2) + kMargin;
  double lambda2, lambda3;
  if (n > kBisected) second_and_third(s.tridiagonal, -kMargin, highest, lambda2, lambda3, kernels);
  else if (!second_and_third_of_all(s.tridiagonal, lambda2, lambda3)) return false;

  double* v = s.tridiagonal.array(0);
  std::fill(v, v + t.padded, 0.0);
  inverse_iteration(s.tridiagonal, lambda2, v);
  kernels.transform_back(t, v);
  double along = 0, volume = 0, squared = 0;
  for (std::size_t i = 0; i < n; ++i) {
    along += v[i] * (degrees[i] * inverse_roots[i]);
    volume += degrees[i];
  }
  along /= volume;
  for (std::size_t i = 0; i < n; ++i) {
    v[i] -= along * (degrees[i] * inverse_roots[i]);
    squared += v[i] * v[i];
  }
  const double scale = 1 / std::sqrt(squared);
  double* spread = s.tridiagonal.array(1);
  for (std::size_t i = 0; i < n; ++i) {
    fiedler[i] = v[i] * scale;
    spread[i] = fiedler[i] * inverse_roots[i];
  }
  for (std::size_t i = 0; i < n; ++i) {
    double sums[4] = {};
    std::size_t j = 0;
    for (; j + 4 <= n; j += 4)
      for (std::size_t l = 0; l < 4; ++l) sums[l] += weights[i * n + j + l] * spread[j + l];
    for (; j < n; ++j) sums[0] += weights[i * n + j] * spread[j];
    const double lv = fiedler[i] - inverse_roots[i] * ((sums[0] + sums[2]) + (sums[1] + sums[3]));
    if (!(std::fabs(lv - lambda2 * fiedler[i]) < kResidual)) return false;
  }
  pair.lambda2 = std::max(0.0, lambda2);
  pair.gap = std::max(0.0, lambda3 - lambda2);
  return true;
}

inline bool solve(const double* weights, const double* degrees, std::size_t n, double* fiedler, FiedlerPair& pair,
                  SpectralScratch& s, InstructionSet set) {
  if (n > 2 && solve_part(weights, degrees, n, s, fiedler, pair, set)) return true;
  double* roots = s.inverse_roots.reserve(n);
  if (n <= kSmallGraph) return solve_all(weights, degrees, n, roots, s.small, s.small_matrix, fiedler, pair);
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  Eigen::MatrixXd laplacian;
  return solve_all(weights, degrees, n, roots, solver, laplacian, fiedler, pair);
}

}  // namespace detail

// lambda2 (>= 0), lambda3 - lambda2 (infinite for n = 2) and the oriented Fiedler vector [n] of a connected graph, n >= 2.
// False when the solver did not converge.
inline bool fiedler_pair(const double* weights, const double* degrees, std::size_t n, double* fiedler, FiedlerPair& pair,
                         SpectralScratch& scratch, InstructionSet set = widest_instruction_set()) {
  if (!detail::solve(weights, degrees, n, fiedler, pair, scratch, set)) return false;
  orient_fiedler(fiedler, n);
  return true;
}

// Full decomposition of a symmetric matrix [n x n] (its lower triangle is read), ascending; vectors[i * n + j] is entry i of
// the unit eigenvector of values[j]. False when the solver did not converge.
inline bool eigendecomposition(const double* matrix, std::size_t n, double* values, double* vectors) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  if (n == 0) return true;
  const auto size = static_cast<Eigen::Index>(n);
  const Eigen::MatrixXd copy = Eigen::Map<const RowMajor>(matrix, size, size);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(copy);
  if (solver.info() != Eigen::Success) return false;
  Eigen::Map<Eigen::VectorXd>(values, size) = solver.eigenvalues();
  Eigen::Map<RowMajor>(vectors, size, size) = solver.eigenvectors();
  return true;
}

}  // namespace topoguard
