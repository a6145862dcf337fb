// The fused analysis as the addon calls it, over a packed batch, for programs that measure it without Node.
#pragma once

#include <topoguard/analysis.hpp>

#include <cstdint>
#include <vector>

namespace bench {

constexpr std::size_t kNeighbours = 4;

// Contexts of two documents of n/2 sentences each.
struct FusedBatch {
  FusedBatch(std::vector<float> rows, std::size_t contexts, std::size_t n, std::size_t d)
      : vectors(std::move(rows)), contexts(contexts), n(n), d(d) {
    for (std::size_t c = 0; c < contexts; ++c) {
      documents.push_back(static_cast<std::int32_t>(c * n + n / 2));
      documents.push_back(static_cast<std::int32_t>((c + 1) * n));
      offsets.push_back(static_cast<std::int32_t>(2 * (c + 1)));
    }
    const topoguard::BatchSize size = topoguard::batch_size(documents.data(), offsets.data(), contexts);
    values.resize(size.values());
    out = topoguard::analysis_in(values.data(), size);
  }
  FusedBatch(const FusedBatch&) = delete;

  bool analyze() {
    const topoguard::Batch<float> batch{vectors.data(), d, documents.data(), offsets.data(), contexts, nullptr};
    return topoguard::analyze(batch, kNeighbours, out, work).outcome == topoguard::Outcome::kDone;
  }

  std::vector<float> vectors;
  std::size_t contexts, n, d;
  std::vector<std::int32_t> documents{0}, offsets{0};
  std::vector<double> values;
  topoguard::Analysis out;
  topoguard::Workspace work;
};

}  // namespace bench
