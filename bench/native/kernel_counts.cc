// One kernel over fixed contexts, for counting its instructions under `valgrind --tool=callgrind --toggle-collect=counted`.
//   kernel_counts STEP N D     STEP: analyze, similarity, graph, spectral, cuts
// Built twice: as is (valgrind shows no AVX-512, so the AVX2 path runs), and with TOPOGUARD_BENCH_PORTABLE, which takes the
// compiler's word away that this is x86-64 once every other header is read, so that only the portable path exists.
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <vector>

#ifdef TOPOGUARD_BENCH_PORTABLE
#undef __x86_64__
#endif
#include "fused.hpp"

namespace {

constexpr std::size_t kContexts = 8;

// Numbers in [-1, 1), the same on every machine.
class Noise {
 public:
  double next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;
  }

 private:
  std::uint64_t state_ = 1;
};

// Two documents a context that lean to a topic each, as the benchmarks in TypeScript have them.
std::vector<float> rows(std::size_t n, std::size_t d) {
  Noise noise;
  std::vector<float> x;
  for (std::size_t c = 0; c < kContexts; ++c) {
    std::vector<double> first(d), second(d);
    for (double& t : first) t = noise.next();
    for (double& t : second) t = noise.next();
    for (std::size_t i = 0; i < n; ++i) {
      const double lean = ((noise.next() + 1) / 2 + (i < n / 2 ? 0 : 1)) / 2;
      for (std::size_t t = 0; t < d; ++t)
        x.push_back(static_cast<float>((1 - lean) * first[t] + lean * second[t] + noise.next()));
    }
  }
  return x;
}

struct Steps {
  bench::FusedBatch batch;
  std::vector<double> weights, degrees, vector;

  Steps(std::size_t n, std::size_t d) : batch(rows(n, d), kContexts, n, d), weights(n * n), degrees(n), vector(n) {}

  void similarity() {
    for (std::size_t c = 0; c < kContexts; ++c)
      topoguard::cosine_similarity(batch.vectors.data() + c * batch.n * batch.d, batch.n, batch.d,
                                   batch.out.similarities + c * batch.n * batch.n, batch.work.similarity);
  }
  void graph() {
    for (std::size_t c = 0; c < kContexts; ++c) {
      topoguard::knn_graph(batch.out.similarities + c * batch.n * batch.n, batch.n, bench::kNeighbours, weights.data(),
                           degrees.data(), batch.work.knn);
      topoguard::components(weights.data(), batch.n, batch.work.knn);
    }
  }
  void spectral() {
    topoguard::FiedlerPair pair;
    for (std::size_t c = 0; c < kContexts; ++c)
      topoguard::fiedler_pair(weights.data(), degrees.data(), batch.n, vector.data(), pair, batch.work.spectral);
  }
  void cuts() {
    for (std::size_t c = 0; c < kContexts; ++c)
      topoguard::cut_conductances(weights.data(), degrees.data(), batch.n, vector.data(), batch.work.cut);
  }
};

bool run(Steps& steps, const std::string& step) {
  if (step == "analyze") return steps.batch.analyze();
  if (step == "similarity") return steps.similarity(), true;
  if (step == "graph") return steps.graph(), true;
  if (step == "spectral") return steps.spectral(), true;
  if (step == "cuts") return steps.cuts(), true;
  return false;
}

}  // namespace

extern "C" __attribute__((noinline)) bool counted(Steps& steps, const std::string& step) { return run(steps, step); }

int main(int argc, char** argv) {
  if (argc != 4) return std::fprintf(stderr, "usage: kernel_counts STEP N D\n"), 2;
  Steps steps(std::strtoul(argv[2], nullptr, 10), std::strtoul(argv[3], nullptr, 10));
  // Workspaces grow and inputs of later steps come about outside what is counted.
  for (const char* step : {"analyze", "similarity", "graph", "spectral", "cuts"})
    if (!run(steps, step)) return 1;
  if (!counted(steps, argv[1])) return std::fprintf(stderr, "no step %s\n", argv[1]), 2;
  std::printf("%s %.17g\n", topoguard::name(topoguard::widest_instruction_set()), steps.batch.out.graphs[topoguard::kLambda2]);
}
