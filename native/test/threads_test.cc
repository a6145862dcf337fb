// Analyses on several threads at once, as the addon runs them: the input is shared, all else is a thread's own. The results
// are those of one thread, to the bit. Built with the thread sanitizer where there is one.
#include <topoguard/analysis.hpp>

#include <cstdio>
#include <cstring>
#include <thread>

#include "oracles.hpp"

int main() {
  std::mt19937_64 random(11);
  constexpr std::size_t kDimension = 40;
  std::vector<std::int32_t> documents{0}, contexts{0};
  std::vector<float> vectors;
  for (int c = 0; c < 60; ++c) {
    const std::size_t n = 2 + random() % 40, first = 1 + random() % (n - 1);
    documents.push_back(documents.back() + static_cast<std::int32_t>(first));
    documents.push_back(documents.back() + static_cast<std::int32_t>(n - first));
    contexts.push_back(static_cast<std::int32_t>(documents.size() - 1));
    const std::vector<float> x = oracle::sentences<float>(random, n, kDimension);
    vectors.insert(vectors.end(), x.begin(), x.end());
  }
  const std::size_t count = contexts.size() - 1;
  const topoguard::BatchSize size = topoguard::batch_size(documents.data(), contexts.data(), count);
  const topoguard::Batch<float> batch{vectors.data(), kDimension, documents.data(), contexts.data(), count, nullptr};
  const auto run = [&](std::vector<double>& values) {
    topoguard::Workspace work;
    values.assign(size.values(), -7);
    topoguard::analyze(batch, 4, topoguard::analysis_in(values.data(), size), work);
  };
  std::vector<double> results[5];
  std::vector<std::thread> threads;
  for (int t = 1; t < 5; ++t) threads.emplace_back([&run, &results, t] { run(results[t]); });
  run(results[0]);
  for (std::thread& thread : threads) thread.join();
  long passed = 0, failed = 0;
  for (int t = 1; t < 5; ++t)
    (std::memcmp(results[t].data(), results[0].data(), size.values() * sizeof(double)) == 0 ? passed : failed) += 1;
  std::printf("%ld passed, %ld failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
