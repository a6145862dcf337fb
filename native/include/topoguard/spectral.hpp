// Normalized Laplacian of a weighted graph and its eigendecomposition (Eigen's self-adjoint solver), and the Fiedler vector.
#pragma once

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "conductance.hpp"

namespace topoguard {

struct FiedlerPair {
  double lambda2;
  double gap;
};

// Graphs up to this size are solved in storage of a fixed size, without the heap.
constexpr int kSmallGraph = 16;
// Two documents of three sentences: common enough for a solver whose loops are unrolled.
constexpr int kUsualGraph = 6;

template <int Rows, int MaxRows>
using SquareMatrix = Eigen::Matrix<double, Rows, Rows, Eigen::ColMajor, MaxRows, MaxRows>;

struct SpectralScratch {
  Eigen::SelfAdjointEigenSolver<SquareMatrix<kUsualGraph, kUsualGraph>> usual;
  Eigen::SelfAdjointEigenSolver<SquareMatrix<Eigen::Dynamic, kSmallGraph>> small{kSmallGraph};
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> large;
  SquareMatrix<kUsualGraph, kUsualGraph> usual_matrix;
  SquareMatrix<Eigen::Dynamic, kSmallGraph> small_matrix;
  Eigen::MatrixXd large_matrix;
  std::vector<double> inverse_roots;
};

// L = I - D^(-1/2) W D^(-1/2), written through entry(i, j) for j <= i; a vertex without edges keeps its 1.
template <typename Matrix>
void normalized_laplacian(const double* weights, const double* degrees, std::size_t n, std::vector<double>& inverse_roots,
                          Matrix& laplacian) {
  inverse_roots.resize(n);
  for (std::size_t i = 0; i < n; ++i) inverse_roots[i] = degrees[i] > 0 ? 1 / std::sqrt(degrees[i]) : 0;
  for (std::size_t j = 0; j < n; ++j) {
    laplacian(j, j) = 1;
    for (std::size_t i = j + 1; i < n; ++i) laplacian(i, j) = -(inverse_roots[i] * weights[j * n + i] * inverse_roots[j]);
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

template <typename Solver, typename Matrix>
bool solve(const double* weights, const double* degrees, std::size_t n, std::vector<double>& inverse_roots, Solver& solver,
           Matrix& laplacian, double* fiedler, FiedlerPair& pair) {
  const auto size = static_cast<Eigen::Index>(n);
  if (laplacian.rows() != size) laplacian.resize(size, size);
  normalized_laplacian(weights, degrees, n, inverse_roots, laplacian);
  solver.compute(laplacian);
  if (solver.info() != Eigen::Success) return false;
  const auto& values = solver.eigenvalues();
  pair.lambda2 = std::max(0.0, values[1]);
  pair.gap = n > 2 ? values[2] - values[1] : std::numeric_limits<double>::infinity();
  const auto& vectors = solver.eigenvectors();
  for (std::size_t i = 0; i < n; ++i) fiedler[i] = vectors(static_cast<Eigen::Index>(i), 1);
  orient_fiedler(fiedler, n);
  return true;
}

}  // namespace detail

// lambda2 (>= 0), lambda3 - lambda2 (infinite for n = 2) and the oriented Fiedler vector [n] of a connected graph, n >= 2.
// False when the solver did not converge.
inline bool fiedler_pair(const double* weights, const double* degrees, std::size_t n, double* fiedler, FiedlerPair& pair,
                         SpectralScratch& s) {
  if (n == kUsualGraph)
    return detail::solve(weights, degrees, n, s.inverse_roots, s.usual, s.usual_matrix, fiedler, pair);
  if (n <= kSmallGraph)
    return detail::solve(weights, degrees, n, s.inverse_roots, s.small, s.small_matrix, fiedler, pair);
  return detail::solve(weights, degrees, n, s.inverse_roots, s.large, s.large_matrix, fiedler, pair);
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
