#include <topoguard/conductance.hpp>

#include "check.hpp"
#include "oracles.hpp"

namespace {

using oracle::Vector;

topoguard::CutScratch scratch;

Vector random_weights(std::mt19937_64& random, std::size_t n, double range) {
  std::uniform_real_distribution<double> uniform;
  Vector w(n * n, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (j + 1 == i || uniform(random) < 0.6) w[i * n + j] = w[j * n + i] = std::pow(10, -range * uniform(random));
  return w;
}

// Weights over twelve orders of magnitude, too: the tables must not lose small cuts next to large volumes.
void exact(std::mt19937_64& random) {
  for (double range : {0.5, 3.0, 12.0}) {
    for (std::size_t n = 2; n <= topoguard::kMaxExactConductance; ++n) {
      for (int round = 0; round < (n > 9 ? 3 : 15); ++round) {
        const Vector w = random_weights(random, n, range), d = oracle::degrees(w, n);
        CHECK_NEAR(topoguard::exact_conductance(w.data(), d.data(), n, scratch), oracle::exact_conductance(w, n), 1e-13);
      }
    }
  }
}

void sign_and_sweep(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 2 + random() % 30;
    const Vector w = random_weights(random, n, 2), d = oracle::degrees(w, n);
    Vector v(n);
    for (double& x : v) x = random() % 4 ? normal(random) : 0;
    std::vector<bool> inside(n);
    for (std::size_t i = 0; i < n; ++i) inside[i] = v[i] >= 0;
    const topoguard::Conductances phi = topoguard::cut_conductances(w.data(), d.data(), n, v.data(), scratch);
    CHECK_NEAR(phi.sign, oracle::conductance(w, n, inside), 1e-13);
    CHECK_NEAR(phi.sweep, oracle::sweep_conductance(w, n, v), 1e-12);
    CHECK(std::isnan(phi.exact) == (n > topoguard::kMaxExactConductance));
  }
}

// Two triangles joined by one edge of weight 0.1: the cut between them is the best of all, 0.1 / 6.1.
void two_triangles() {
  Vector w(36, 0);
  const auto join = [&w](std::size_t i, std::size_t j, double weight) { w[i * 6 + j] = w[j * 6 + i] = weight; };
  for (std::size_t at : {0, 3}) {
    join(at, at + 1, 1);
    join(at, at + 2, 1);
    join(at + 1, at + 2, 1);
  }
  join(2, 3, 0.1);
  const Vector d = oracle::degrees(w, 6), v{-1, -1, -0.9, 0.9, 1, 1};
  const topoguard::Conductances phi = topoguard::cut_conductances(w.data(), d.data(), 6, v.data(), scratch);
  CHECK_NEAR(phi.sign, 0.1 / 6.1, 1e-15);
  CHECK_NEAR(phi.sweep, 0.1 / 6.1, 1e-15);
  CHECK_NEAR(phi.exact, 0.1 / 6.1, 1e-15);
}

// Noise of at most kFiedlerZero is on the side of the zeros, whatever its sign.
void noise_moves_no_cut() {
  const Vector w{0, 1, 0.2, 1, 0, 0.3, 0.2, 0.3, 0}, d = oracle::degrees(w, 3);
  const Vector below{1, -1e-9, -1}, above{1, 1e-9, -1};
  const topoguard::Conductances a = topoguard::cut_conductances(w.data(), d.data(), 3, below.data(), scratch);
  const topoguard::Conductances b = topoguard::cut_conductances(w.data(), d.data(), 3, above.data(), scratch);
  CHECK(a.sign == b.sign && a.sweep == b.sweep);
  CHECK_NEAR(a.sign, 0.5 / 0.5, 1e-15);
}

void without_cuts() {
  const double nothing[4] = {};
  const topoguard::Conductances one = topoguard::cut_conductances(nothing, nothing, 1, nothing, scratch);
  CHECK(one.sign == 0 && one.sweep == 0 && one.exact == 0);
  const topoguard::Conductances two = topoguard::cut_conductances(nothing, nothing, 2, nothing, scratch);
  CHECK(two.sign == 0 && two.sweep == 0 && two.exact == 0);
}

}  // namespace

void test_conductance() {
  std::mt19937_64 random(3);
  exact(random);
  sign_and_sweep(random);
  two_triangles();
  noise_moves_no_cut();
  without_cuts();
}
