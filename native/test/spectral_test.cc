#include <topoguard/spectral.hpp>

#include "check.hpp"
#include "oracles.hpp"

namespace {

using oracle::Vector;

topoguard::SpectralScratch scratch;

struct Pair {
  topoguard::FiedlerPair values;
  Vector vector;
};

Pair on(topoguard::InstructionSet set, const Vector& w, std::size_t n) {
  Pair p{{-7, -7}, Vector(n, -7)};
  const Vector d = oracle::degrees(w, n);
  CHECK(topoguard::fiedler_pair(w.data(), d.data(), n, p.vector.data(), p.values, scratch, set));
  return p;
}

// On the machine's widest instruction set, having checked that the others give the same bits.
Pair fiedler(const Vector& w, std::size_t n) {
  const Pair widest = on(topoguard::widest_instruction_set(), w, n);
  for (auto set : {topoguard::InstructionSet::kPortable, topoguard::InstructionSet::kAvx2}) {
    if (!topoguard::supported(set)) continue;
    const Pair other = on(set, w, n);
    CHECK(other.values.lambda2 == widest.values.lambda2 && other.values.gap == widest.values.gap);
    CHECK(other.vector == widest.vector);
  }
  return widest;
}

// lambda2 and lambda3 against Jacobi's method; the vector by its residual, its length, its orthogonality to D^(1/2) 1.
void agrees_with_jacobi(std::mt19937_64& random) {
  for (std::size_t n = 2; n <= 70; n += n < 20 ? 1 : 5) {
    for (int round = 0; round < (n < 20 ? 6 : 2); ++round) {
      const std::size_t d = 3 + random() % 20;
      const Vector w = oracle::knn_weights(oracle::similarity(oracle::sentences<double>(random, n, d), n, d), n, 4);
      if (oracle::components(w, n) > 1) continue;
      const Vector l = oracle::laplacian(w, n), values = oracle::eigenvalues(l, n), degrees = oracle::degrees(w, n);
      const Pair p = fiedler(w, n);
      CHECK_NEAR(p.values.lambda2, std::max(0.0, values[1]), 1e-13);
      CHECK_NEAR(p.values.gap, n > 2 ? values[2] - values[1] : std::numeric_limits<double>::infinity(), 2e-13);
      double length = 0, residual = 0, along = 0;
      for (std::size_t i = 0; i < n; ++i) {
        double lv = 0;
        for (std::size_t j = 0; j < n; ++j) lv += l[i * n + j] * p.vector[j];
        residual = std::max(residual, std::fabs(lv - p.values.lambda2 * p.vector[i]));
        length += p.vector[i] * p.vector[i];
        along += std::sqrt(degrees[i]) * p.vector[i];
      }
      CHECK_NEAR(length, 1, 1e-13);
      // Entries of up to 1e-9 were set to 0, which is all that may be missing.
      CHECK(residual < 4e-9);
      CHECK(std::fabs(along) < 4e-8);
      const bool flushed = std::any_of(p.vector.begin(), p.vector.end(), [](double x) { return x == 0; });
      if (!flushed) CHECK(residual < 1e-12);
    }
  }
}

void path_of_three() {
  // Eigenvalues of the normalized Laplacian of an unweighted path of three: 0, 1, 2.
  const Pair p = fiedler({0, 1, 0, 1, 0, 1, 0, 1, 0}, 3);
  CHECK_NEAR(p.values.lambda2, 1, 1e-15);
  CHECK_NEAR(p.values.gap, 1, 1e-15);
  CHECK_NEAR(p.vector[0], std::sqrt(0.5), 1e-15);
  CHECK(p.vector[1] == 0);
  CHECK_NEAR(p.vector[2], -std::sqrt(0.5), 1e-15);
}

void complete_graphs_reach_the_bound() {
  for (std::size_t n : {2, 3, 6, 9, 16, 17, 40}) {
    Vector w(n * n, 0.7);
    for (std::size_t i = 0; i < n; ++i) w[i * n + i] = 0;
    const Pair p = fiedler(w, n);
    const double bound = static_cast<double>(n) / static_cast<double>(n - 1);
    CHECK_NEAR(p.values.lambda2, bound, 1e-14);
    CHECK_NEAR(p.values.gap, n > 2 ? 0 : std::numeric_limits<double>::infinity(), 1e-13);
  }
}

// Two cliques joined by a thread: lambda2 next to lambda1 = 0.
void nearly_disconnected() {
  for (std::size_t half : {3, 5, 12, 30}) {
    for (double thread : {1e-3, 1e-6, 1e-9}) {
      const std::size_t n = 2 * half;
      Vector w(n * n, 0);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          if (i != j && i / half == j / half) w[i * n + j] = 1;
      w[(half - 1) * n + half] = w[half * n + half - 1] = thread;
      const Pair p = fiedler(w, n);
      CHECK(p.values.lambda2 > 0 && p.values.lambda2 < thread);
      for (std::size_t i = 0; i < half; ++i) CHECK(p.vector[i] * p.vector[half + i] < 0);
    }
  }
}

// The part of the spectrum that large graphs are solved for, against all of it, on graphs of every kind and size.
void part_agrees_with_all(std::mt19937_64& random) {
  int solved = 0, refused = 0;
  for (int round = 0; round < 250; ++round) {
    const std::size_t n = 3 + random() % 62, d = 2 + random() % 20;
    const Vector w = oracle::knn_weights(oracle::similarity(oracle::sentences<double>(random, n, d), n, d), n, 1 + random() % 6);
    if (oracle::components(w, n) > 1) continue;
    const Vector degrees = oracle::degrees(w, n);
    topoguard::FiedlerPair part, all;
    Vector v(n), u(n), roots(n);
    if (!topoguard::detail::solve_part(w.data(), degrees.data(), n, scratch, v.data(), part, topoguard::widest_instruction_set())) {
      ++refused;
      continue;
    }
    ++solved;
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
    Eigen::MatrixXd laplacian;
    CHECK(topoguard::detail::solve_all(w.data(), degrees.data(), n, roots.data(), solver, laplacian, u.data(), all));
    CHECK_NEAR(part.lambda2, all.lambda2, 1e-13);
    CHECK_NEAR(part.gap, all.gap, 2e-13);
    topoguard::orient_fiedler(v.data(), n);
    topoguard::orient_fiedler(u.data(), n);
    // A vector is as well determined as its eigenvalue is isolated, from lambda1 = 0 and from lambda3.
    const double isolation = std::min(all.gap, all.lambda2);
    if (isolation > 1e-6)
      for (std::size_t i = 0; i < n; ++i) CHECK_NEAR(v[i], u[i], 1e-13 / isolation + (v[i] == 0 || u[i] == 0 ? 1.1e-9 : 0));
  }
  CHECK(solved > 100);
  CHECK(refused * 10 < solved);
}

void orientation() {
  Vector v{0.1, -0.7, 0.7};
  topoguard::orient_fiedler(v.data(), 3);
  CHECK(v == (Vector{-0.1, 0.7, -0.7}));
  v = {0.1, -0.7, 0.7 + 5e-13};
  topoguard::orient_fiedler(v.data(), 3);
  CHECK(v[1] == 0.7);
  v = {0.1, -0.7, 0.7 + 5e-12};
  topoguard::orient_fiedler(v.data(), 3);
  CHECK(v[1] == -0.7);
  v = {1e-9, -1e-9, 2e-9, -1};
  topoguard::orient_fiedler(v.data(), 4);
  CHECK(v[0] == 0 && v[1] == 0 && v[2] == -2e-9 && v[3] == 1);
}

void full_decomposition(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  for (std::size_t n : {1, 2, 3, 6, 13, 30}) {
    Vector a(n * n), values(n), vectors(n * n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) a[i * n + j] = a[j * n + i] = normal(random);
    CHECK(topoguard::eigendecomposition(a.data(), n, values.data(), vectors.data()));
    const Vector expected = oracle::eigenvalues(a, n);
    for (std::size_t j = 0; j < n; ++j) {
      CHECK_NEAR(values[j], expected[j], 1e-12);
      for (std::size_t i = 0; i < n; ++i) {
        double av = 0;
        for (std::size_t t = 0; t < n; ++t) av += a[i * n + t] * vectors[t * n + j];
        CHECK_NEAR(av, values[j] * vectors[i * n + j], 1e-12);
      }
    }
  }
  CHECK(topoguard::eigendecomposition(nullptr, 0, nullptr, nullptr));
}

}  // namespace

void test_spectral() {
  std::mt19937_64 random(4);
  agrees_with_jacobi(random);
  part_agrees_with_all(random);
  path_of_three();
  complete_graphs_reach_the_bound();
  nearly_disconnected();
  orientation();
  full_decomposition(random);
}
