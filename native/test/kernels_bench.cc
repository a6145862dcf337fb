// Throughput and error side by side: the tables of native/README.md. Times are the best of several runs; errors are the
// largest against long double and Jacobi's method.
#include <topoguard/analysis.hpp>

#include <chrono>
#include <cstdio>

#include "oracles.hpp"

namespace {

using topoguard::InstructionSet;

// Best time of one run in microseconds.
template <typename F>
double best_of(int runs, F work) {
  double best = 1e300;
  for (int run = 0; run < runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

// Contexts of two documents, n sentences of dimension d in all, that lean towards one topic.
template <typename T>
struct Contexts {
  std::size_t count, n, d;
  std::vector<T> x;
  std::vector<std::int32_t> documents{0}, offsets{0};

  Contexts(std::size_t count_, std::size_t n_, std::size_t d_) : count(count_), n(n_), d(d_), x(count * n * d) {
    std::mt19937_64 random(n * 1000 + d);
    std::normal_distribution<double> normal;
    std::vector<double> topic(d);
    for (double& t : topic) t = 0.8 * normal(random);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>(topic[i % d] + normal(random));
    for (std::size_t c = 0; c < count; ++c) {
      documents.push_back(static_cast<std::int32_t>(c * n + n / 2));
      documents.push_back(static_cast<std::int32_t>((c + 1) * n));
      offsets.push_back(static_cast<std::int32_t>(2 * (c + 1)));
    }
  }
  std::vector<T> first() const { return {x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n * d)}; }
};

int runs_for(std::size_t n) { return n < 100 ? 400 : n < 500 ? 60 : 3; }

// Billions of multiply-adds a second (what the triangle of inner products takes) and the error of one similarity matrix.
template <typename T>
void similarity_row(const char* type, std::size_t n, std::size_t d) {
  const Contexts<T> contexts(1, n, d);
  const oracle::Vector exact = oracle::similarity(contexts.first(), n, d);
  oracle::Vector s(n * n);
  topoguard::SimilarityScratch scratch;
  std::printf("| %s | %zu | %zu |", type, n, d);
  double error = 0;
  for (auto set : {InstructionSet::kAvx512, InstructionSet::kAvx2, InstructionSet::kPortable}) {
    if (!topoguard::supported(set)) {
      std::printf(" – |");
      continue;
    }
    const int repeat = n < 20 ? 50 : 1;
    const double time = best_of(runs_for(n), [&] {
      for (int r = 0; r < repeat; ++r)
        topoguard::cosine_similarity<T>(contexts.x.data(), n, d, s.data(), scratch, nullptr, nullptr, set);
    }) / repeat;
    std::printf(" %.1f |", static_cast<double>(n * (n + 1) / 2 * d) / time / 1000);
    for (std::size_t i = 0; i < n * n; ++i) error = std::max(error, std::fabs(s[i] - exact[i]));
  }
  std::printf(" %.1e |\n", error);
}

// The whole analysis in contexts a second, its steps in microseconds, and the errors of what the solver finds.
void analysis_row(std::size_t n, std::size_t d) {
  const Contexts<float> contexts(n < 20 ? 64 : n < 100 ? 8 : 1, n, d);
  const std::size_t count = contexts.count;
  const topoguard::BatchSize size = topoguard::batch_size(contexts.documents.data(), contexts.offsets.data(), count);
  oracle::Vector values(size.values()), w(n * n), degrees(n), fiedler(n);
  topoguard::Workspace work;
  const topoguard::Batch<float> batch{contexts.x.data(), d, contexts.documents.data(), contexts.offsets.data(), count, nullptr};
  const topoguard::Analysis out = topoguard::analysis_in(values.data(), size);
  const int runs = runs_for(n);
  const auto each = [&](auto step) {
    return best_of(runs, [&] { for (std::size_t c = 0; c < count; ++c) step(c); }) / static_cast<double>(count);
  };
  const double whole = best_of(runs, [&] { topoguard::analyze(batch, 4, out, work); }) / static_cast<double>(count);
  double* s = out.similarities;
  const double similarity = each([&](std::size_t c) {
    topoguard::cosine_similarity(contexts.x.data() + c * n * d, n, d, s + c * n * n, work.similarity);
  });
  const double graph = each([&](std::size_t c) {
    topoguard::knn_graph(s + c * n * n, n, 4, w.data(), degrees.data(), work.knn);
    topoguard::components(w.data(), n, work.knn);
  });
  topoguard::FiedlerPair pair;
  const double spectral = each([&](std::size_t) {
    topoguard::fiedler_pair(w.data(), degrees.data(), n, fiedler.data(), pair, work.spectral);
  });
  const double cuts = each([&](std::size_t) {
    topoguard::cut_conductances(w.data(), degrees.data(), n, fiedler.data(), work.cut);
  });
  std::printf("| %zu | %zu | %.0f | %.2f | %.2f | %.2f | %.2f | %.2f |", n, d, 1e6 / whole, whole, similarity, graph, spectral, cuts);
  if (n > 300) {
    std::printf(" – | – | – |\n");
    return;
  }
  // Of the last context, whose graph `w` is.
  const oracle::Vector l = oracle::laplacian(w, n), spectrum = oracle::eigenvalues(l, n);
  double residual = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double lv = 0;
    for (std::size_t j = 0; j < n; ++j) lv += l[i * n + j] * fiedler[j];
    residual = std::max(residual, std::fabs(lv - pair.lambda2 * fiedler[i]));
  }
  std::printf(" %.1e | %.1e | %.1e |\n", std::fabs(pair.lambda2 - spectrum[1]), std::fabs(pair.gap - (spectrum[2] - spectrum[1])),
              residual);
}

}  // namespace

int main() {
  std::printf("widest instruction set: %s\n\n", topoguard::name(topoguard::widest_instruction_set()));
  std::printf("| input | n | d | AVX-512 | AVX2 | portable | error |\n|---|---|---|---|---|---|---|\n");
  for (std::size_t n : {6, 64, 256})
    for (std::size_t d : {64, 384, 768}) similarity_row<float>("float32", n, d);
  for (std::size_t n : {6, 64}) similarity_row<double>("float64", n, 768);
  std::printf("\n| n | d | contexts/s | whole | similarity | graph | spectral | cuts | error of λ₂ | of λ₃ − λ₂ | residual of v₂ |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (std::size_t n : {6, 10, 16, 32, 64, 128, 256, 1000})
    for (std::size_t d : {64, 384, 768})
      if (n != 1000 || d == 768) analysis_row(n, d);
}
