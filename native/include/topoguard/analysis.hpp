// The whole analysis of a batch of contexts: similarities -> k-NN graph -> Laplacian -> eigenvectors -> cuts, for each
// context and for each pair of its documents.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "conductance.hpp"
#include "knn_graph.hpp"
#include "similarity.hpp"
#include "spectral.hpp"

namespace topoguard {

// Columns of a row of measures, in the order of MEASURES in src/linalg/backend.ts.
enum Measure : std::size_t {
  kComponents,
  kLambda2,
  kGap,
  kConductanceSign,
  kConductanceSweep,
  kConductanceExact,
  kMeanSimilarity,
  kMeanWeight,
  kMeasureCount,
};

// All that a thread needs, grown to the largest context seen and then reused.
struct Workspace {
  SimilarityScratch similarity;
  KnnScratch knn;
  CutScratch cut;
  SpectralScratch spectral;
  AlignedBuffer weights;
  AlignedBuffer degrees;
  AlignedBuffer pair_similarities;
  AlignedBuffer pair_fiedler;

  // What grows with the square of a context, or with its vectors.
  std::size_t doubles_held() const {
    return 2 * weights.capacity() + spectral.tridiagonal.matrix.capacity() + pair_similarities.capacity() + similarity.scaled_rows.capacity();
  }
};

template <typename T>
struct Batch {
  const T* vectors;
  std::size_t dimension;
  const std::int32_t* document_offsets;
  const std::int32_t* context_offsets;
  std::size_t contexts;
  const T* queries;  // may be null
};

struct Analysis {
  double* graphs;
  double* pairs;
  double* fiedler;
  double* query_cosines;
  double* similarities;
};

enum class Outcome { kDone, kNonFinite, kSolverFailed };

struct Report {
  Outcome outcome;
  std::size_t context;
};

// Number of positive entries of a row.
inline double positive_entries(const double* row, std::size_t n) {
  double counts[4] = {};
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4)
    for (std::size_t t = 0; t < 4; ++t) counts[t] += row[j + t] > 0 ? 1.0 : 0.0;
  for (; j < n; ++j) counts[0] += row[j] > 0 ? 1.0 : 0.0;
  return (counts[0] + counts[2]) + (counts[1] + counts[3]);
}

// Measures [kMeasureCount] and Fiedler vector [n] of the k-NN graph of one similarity matrix [n x n]. With more than one
// component no solver is asked: eigenvectors of a repeated eigenvalue are arbitrary. False when the solver failed.
inline bool measure_graph(const double* similarities, std::size_t n, std::size_t k, double* measures, double* fiedler,
                          Workspace& work) {
  for (std::size_t m = 0; m < kMeasureCount; ++m) measures[m] = 0;
  measures[kGap] = std::numeric_limits<double>::quiet_NaN();
  measures[kComponents] = static_cast<double>(n < 2 ? n : 0);
  for (std::size_t i = 0; i < n; ++i) fiedler[i] = 0;
  if (n < 2) return true;

  double* weights = work.weights.reserve(n * n);
  double* degrees = work.degrees.reserve(n);
  knn_graph(similarities, n, k, weights, degrees, work.knn);

  double similarity_sum = 0, weight_sum = 0, edge_ends = 0;
  for (std::size_t i = 0; i < n; ++i) {
    similarity_sum += row_sum(similarities + i * n, n) - similarities[i * n + i];
    weight_sum += degrees[i];
    edge_ends += positive_entries(weights + i * n, n);
  }
  measures[kMeanSimilarity] = similarity_sum / (static_cast<double>(n) * static_cast<double>(n - 1));
  measures[kMeanWeight] = edge_ends > 0 ? weight_sum / edge_ends : 0;

  const std::size_t count = components(weights, n, work.knn);
  measures[kComponents] = static_cast<double>(count);
  if (count > 1) return true;

  FiedlerPair pair;
  if (!fiedler_pair(weights, degrees, n, fiedler, pair, work.spectral)) return false;
  const Conductances phi = cut_conductances(weights, degrees, n, fiedler, work.cut);
  measures[kLambda2] = pair.lambda2;
  measures[kGap] = pair.gap;
  measures[kConductanceSign] = phi.sign;
  measures[kConductanceSweep] = phi.sweep;
  measures[kConductanceExact] = phi.exact;
  return true;
}

namespace detail {

// The similarities among rows [a, a + na) and [b, b + nb) of a matrix [n x n], as one matrix.
inline void pair_similarities(const double* s, std::size_t n, std::size_t a, std::size_t na, std::size_t b, std::size_t nb,
                              double* out) {
  for (std::size_t i = 0; i < na + nb; ++i) {
    const double* row = s + (i < na ? a + i : b + i - na) * n;
    for (std::size_t j = 0; j < na; ++j) *out++ = row[a + j];
    for (std::size_t j = 0; j < nb; ++j) *out++ = row[b + j];
  }
}

}  // namespace detail

// Runs every context of the batch. All similarities come first, so that an element that is not finite, which shows in them,
// is reported before any solver has run. On anything but kDone the output is of no use.
template <typename T>
Report analyze(const Batch<T>& batch, std::size_t k, const Analysis& out, Workspace& work) {
  const std::int32_t* documents = batch.document_offsets;
  const std::size_t d = batch.dimension;
  double* similarities = out.similarities;
  for (std::size_t c = 0; c < batch.contexts; ++c) {
    const auto first = static_cast<std::size_t>(documents[batch.context_offsets[c]]);
    const std::size_t n = static_cast<std::size_t>(documents[batch.context_offsets[c + 1]]) - first;
    const T* query = batch.queries == nullptr ? nullptr : batch.queries + c * d;
    double* cosines = out.query_cosines + first;
    if (query == nullptr) std::fill(cosines, cosines + n, 0.0);
    if (!cosine_similarity(batch.vectors + first * d, n, d, similarities, work.similarity, query, cosines))
      return {Outcome::kNonFinite, c};
    similarities += n * n;
  }

  similarities = out.similarities;
  double* pair_row = out.pairs;
  for (std::size_t c = 0; c < batch.contexts; ++c) {
    const std::int32_t from = batch.context_offsets[c], to = batch.context_offsets[c + 1];
    const auto first = static_cast<std::size_t>(documents[from]);
    const std::size_t n = static_cast<std::size_t>(documents[to]) - first;
    double* graph = out.graphs + c * kMeasureCount;
    if (!measure_graph(similarities, n, k, graph, out.fiedler + first, work)) return {Outcome::kSolverFailed, c};
    if (to - from == 2) {
      pair_row = std::copy(graph, graph + kMeasureCount, pair_row);
    } else {
      for (std::int32_t i = from; i < to; ++i) {
        for (std::int32_t j = i + 1; j < to; ++j) {
          const auto a = static_cast<std::size_t>(documents[i]) - first, b = static_cast<std::size_t>(documents[j]) - first;
          const std::size_t na = static_cast<std::size_t>(documents[i + 1]) - first - a;
          const std::size_t nb = static_cast<std::size_t>(documents[j + 1]) - first - b;
          double* pair = work.pair_similarities.reserve((na + nb) * (na + nb));
          detail::pair_similarities(similarities, n, a, na, b, nb, pair);
          if (!measure_graph(pair, na + nb, k, pair_row, work.pair_fiedler.reserve(na + nb), work))
            return {Outcome::kSolverFailed, c};
          pair_row += kMeasureCount;
        }
      }
    }
    similarities += n * n;
  }
  return {Outcome::kDone, 0};
}

}  // namespace topoguard
