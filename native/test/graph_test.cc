#include <topoguard/knn_graph.hpp>

#include "check.hpp"
#include "oracles.hpp"

namespace {

using oracle::Vector;

struct Graph {
  Vector weights, degrees;
  std::size_t components;
};

Graph build(const Vector& s, std::size_t n, std::size_t k, topoguard::InstructionSet set = topoguard::widest_instruction_set()) {
  static topoguard::KnnScratch scratch;
  Graph g{Vector(n * n, -7), Vector(n, -7), 0};
  topoguard::knn_graph(s.data(), n, k, g.weights.data(), g.degrees.data(), scratch, set);
  g.components = topoguard::components(g.weights.data(), n, scratch);
  return g;
}

void agrees(const Vector& s, std::size_t n, std::size_t k) {
  const Graph g = build(s, n, k);
  for (auto set : {topoguard::InstructionSet::kPortable, topoguard::InstructionSet::kAvx2})
    if (topoguard::supported(set)) CHECK(build(s, n, k, set).weights == g.weights);
  const Vector weights = oracle::knn_weights(s, n, k);
  const Vector degrees = oracle::degrees(weights, n);
  CHECK(g.weights == weights);
  for (std::size_t i = 0; i < n; ++i) CHECK_NEAR(g.degrees[i], degrees[i], 1e-13);
  CHECK(g.components == oracle::components(weights, n));
}

void random_graphs(std::mt19937_64& random) {
  for (int round = 0; round < 400; ++round) {
    const std::size_t n = 1 + random() % 40, d = 1 + random() % 6;
    const Vector s = oracle::similarity(oracle::sentences<double>(random, n, d), n, d);
    for (std::size_t k : {1, 2, 3, 4, 5, 6, 7, 10, 38, 99}) agrees(s, n, k);
  }
}

// Few different values, so that nearly every rank is a tie, and values that only the rounding to 1e-9 makes tie.
void ties(std::mt19937_64& random) {
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 2 + random() % 12;
    Vector s(n * n, 1);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double level = 0.25 * static_cast<double>(random() % 4);
        s[i * n + j] = s[j * n + i] = level + (random() % 2 ? 3e-10 : -3e-10) * static_cast<double>(round % 2);
      }
    }
    for (std::size_t k : {1, 2, 3, 4, 5, 8}) agrees(s, n, k);
  }
}

// Half-way values go to the even neighbour: 0.5e-9 counts as 0, 1.5e-9 as 2e-9.
void rounding_is_half_to_even() {
  CHECK(topoguard::rank_key(0.5e-9) == std::nearbyint(0.5e-9 * 1e9));
  for (int i = -2000; i <= 2000; ++i) {
    const double s = i / 2000.0 + 0.5e-9 * i;
    CHECK(topoguard::rank_key(s) == std::nearbyint(s * 1e9));
  }
  CHECK(topoguard::rank_key(1) == 1e9);
  CHECK(topoguard::rank_key(-1) == -1e9);
}

void special_graphs() {
  CHECK(build({1}, 1, 4).components == 1);
  CHECK(build({1}, 1, 4).weights == Vector{0});
  CHECK(build(Vector(16, 0), 4, 4).components == 4);
  Vector identity(36, 0);
  for (std::size_t i = 0; i < 6; ++i) identity[i * 7] = 1;
  CHECK(build(identity, 6, 4).components == 6);
  // A weight of exactly the smallest size is none.
  CHECK(build({1, 1e-12, 1e-12, 1}, 2, 1).components == 2);
  CHECK(build({1, 2e-12, 2e-12, 1}, 2, 1).components == 1);
  CHECK(build({1, -0.5, -0.5, 1}, 2, 1).components == 2);
}

}  // namespace

void test_graph() {
  std::mt19937_64 random(2);
  random_graphs(random);
  ties(random);
  rounding_is_half_to_even();
  special_graphs();
}
