// Cost of each step and of the whole analysis, best of several runs, in microseconds a context; and the largest errors
// against long double and Jacobi's method. The tables of native/README.md.
#include <topoguard/analysis.hpp>

#include <chrono>
#include <cstdio>

#include "oracles.hpp"

namespace {

template <typename F>
double best_of(int runs, std::size_t contexts, F work) {
  double best = 1e300;
  for (int run = 0; run < runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  return best / static_cast<double>(contexts);
}

void measure(std::size_t n, std::size_t d) {
  const std::size_t contexts = n < 20 ? 64 : n < 100 ? 8 : 1;
  const int runs = n < 100 ? 400 : 40;
  std::mt19937_64 random(n * 1000 + d);
  std::normal_distribution<double> normal;
  std::vector<float> x(contexts * n * d), topic(d);
  for (float& t : topic) t = static_cast<float>(0.8 * normal(random));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = topic[i % d] + static_cast<float>(normal(random));
  std::vector<std::int32_t> documents{0}, offsets{0};
  for (std::size_t c = 0; c < contexts; ++c) {
    documents.push_back(static_cast<std::int32_t>(c * n + n / 2));
    documents.push_back(static_cast<std::int32_t>((c + 1) * n));
    offsets.push_back(static_cast<std::int32_t>(2 * (c + 1)));
  }
  const topoguard::BatchSize size = topoguard::batch_size(documents.data(), offsets.data(), contexts);
  oracle::Vector values(size.values()), w(n * n), degrees(n);
  topoguard::Workspace work;
  const topoguard::Batch<float> batch{x.data(), d, documents.data(), offsets.data(), contexts, nullptr};
  const topoguard::Analysis out = topoguard::analysis_in(values.data(), size);
  double *s = out.similarities, *fiedler = out.fiedler;

  const double whole = best_of(runs, contexts, [&] { topoguard::analyze(batch, 4, out, work); });
  const auto each = [&](auto step) {
    return best_of(runs, contexts, [&] { for (std::size_t c = 0; c < contexts; ++c) step(c); });
  };
  const double similarity = each([&](std::size_t c) {
    topoguard::cosine_similarity(x.data() + c * n * d, n, d, s + c * n * n, work.similarity);
  });
  const double portable = each([&](std::size_t c) {
    topoguard::cosine_similarity<float>(x.data() + c * n * d, n, d, s + c * n * n, work.similarity, nullptr, nullptr,
                                        topoguard::InstructionSet::kPortable);
  });
  const double graph = each([&](std::size_t c) {
    topoguard::knn_graph(s + c * n * n, n, 4, w.data(), degrees.data(), work.knn);
    topoguard::components(w.data(), n, work.knn);
  });
  topoguard::FiedlerPair pair;
  const double spectral = each([&](std::size_t) {
    topoguard::fiedler_pair(w.data(), degrees.data(), n, fiedler, pair, work.spectral);
  });
  const double cuts = each([&](std::size_t) {
    topoguard::cut_conductances(w.data(), degrees.data(), n, fiedler, work.cut);
  });

  const std::vector<float> first(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n * d));
  const oracle::Vector exact = oracle::similarity(first, n, d);
  double similarity_error = 0;
  for (std::size_t i = 0; i < n * n; ++i) similarity_error = std::max(similarity_error, std::fabs(s[i] - exact[i]));
  const oracle::Vector weights = oracle::knn_weights(exact, n, 4);
  const oracle::Vector spectrum = oracle::eigenvalues(oracle::laplacian(weights, n), n);
  topoguard::analyze(batch, 4, out, work);
  std::printf("| %zu | %zu | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.1e | %.1e |\n", n, d, whole, similarity, portable, graph,
              spectral, cuts, similarity_error, std::fabs(out.graphs[topoguard::kLambda2] - spectrum[1]));
}

}  // namespace

int main() {
  std::printf("instruction set: %s\n", topoguard::name(topoguard::widest_instruction_set()));
  std::printf("| n | d | whole | similarity | similarity, portable | graph | spectral | cuts | error of s | error of lambda2 |\n");
  for (std::size_t n : {6, 16, 64, 256})
    for (std::size_t d : {64, 384, 768}) measure(n, d);
}
