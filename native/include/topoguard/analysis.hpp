// The whole analysis of a batch of contexts: similarities -> k-NN graph -> Laplacian -> eigenvectors -> cuts, for each
// context and for each pair of its documents, and how the documents relate. All from one similarity matrix a context.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "conductance.hpp"
#include "documents.hpp"
#include "knn_graph.hpp"
#include "parts.hpp"
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
  AlignedBuffer document_means;
  PartsScratch parts;

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
  double* sides;
  double* query_cosines;
  double* document_query_cosines;
  double* mean_cosines;
  double* best_cosines;
  double* similarities;
};

// How many contexts, documents and sentences there are, and the sums that fix the lengths of an analysis.
struct BatchSize {
  std::size_t contexts = 0;
  std::size_t documents = 0;
  std::size_t sentences = 0;
  std::size_t pairs = 0;
  std::size_t document_squares = 0;
  std::size_t sentence_squares = 0;

  // Doubles of a whole analysis.
  std::size_t values() const {
    return (contexts + pairs) * kMeasureCount + 3 * sentences + documents + 2 * document_squares + sentence_squares;
  }
};

// Offsets that start at 0, do not descend, and end at what the next ones index.
inline BatchSize batch_size(const std::int32_t* documents, const std::int32_t* contexts, std::size_t count) {
  BatchSize size;
  size.contexts = count;
  size.documents = static_cast<std::size_t>(contexts[count]);
  size.sentences = static_cast<std::size_t>(documents[size.documents]);
  for (std::size_t c = 0; c < count; ++c) {
    const auto m = static_cast<std::size_t>(contexts[c + 1] - contexts[c]);
    const auto n = static_cast<std::size_t>(documents[contexts[c + 1]] - documents[contexts[c]]);
    size.pairs += m > 1 ? m * (m - 1) / 2 : 0;
    size.document_squares += m * m;
    size.sentence_squares += n * n;
  }
  return size;
}

// The parts of an analysis that lie one after another in `values` [size.values()], in the order of ANALYSIS_PARTS in
// src/linalg/analysis-layout.ts.
inline Analysis analysis_in(double* values, const BatchSize& size) {
  Analysis a;
  const auto next = [&values](std::size_t length) {
    double* part = values;
    values += length;
    return part;
  };
  a.graphs = next(size.contexts * kMeasureCount);
  a.pairs = next(size.pairs * kMeasureCount);
  a.fiedler = next(size.sentences);
  a.sides = next(size.sentences);
  a.query_cosines = next(size.sentences);
  a.document_query_cosines = next(size.documents);
  a.mean_cosines = next(size.document_squares);
  a.best_cosines = next(size.document_squares);
  a.similarities = next(size.sentence_squares);
  return a;
}

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

// Measures [kMeasureCount], Fiedler vector [n] and, where not null, sides [n] of the k-NN graph of one similarity matrix
// [n x n]. With more than one component no solver is asked: eigenvectors of a repeated eigenvalue are arbitrary. False when
// the solver failed.
inline bool measure_graph(const double* similarities, std::size_t n, std::size_t k, double* measures, double* fiedler,
                          double* sides, Workspace& work) {
  for (std::size_t m = 0; m < kMeasureCount; ++m) measures[m] = 0;
  measures[kGap] = std::numeric_limits<double>::quiet_NaN();
  measures[kComponents] = static_cast<double>(n < 2 ? n : 0);
  for (std::size_t i = 0; i < n; ++i) fiedler[i] = 0;
  if (n < 2) {
    if (sides != nullptr) std::fill(sides, sides + n, 0.0);
    return true;
  }

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
  if (count > 1) {
    if (sides != nullptr) sides_of_components(work.knn.labels.data(), n, count, sides, work.parts);
    return true;
  }

  FiedlerPair pair;
  if (!fiedler_pair(weights, degrees, n, fiedler, pair, work.spectral)) return false;
  if (sides != nullptr) sides_of_cut(fiedler, n, sides);
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
  double *pair_row = out.pairs, *means = out.mean_cosines, *bests = out.best_cosines;
  for (std::size_t c = 0; c < batch.contexts; ++c) {
    const std::int32_t from = batch.context_offsets[c], to = batch.context_offsets[c + 1];
    const auto first = static_cast<std::size_t>(documents[from]);
    const std::size_t n = static_cast<std::size_t>(documents[to]) - first;
    double* graph = out.graphs + c * kMeasureCount;
    if (!measure_graph(similarities, n, k, graph, out.fiedler + first, out.sides + first, work)) return {Outcome::kSolverFailed, c};
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
          if (!measure_graph(pair, na + nb, k, pair_row, work.pair_fiedler.reserve(na + nb), nullptr, work))
            return {Outcome::kSolverFailed, c};
          pair_row += kMeasureCount;
        }
      }
    }
    const auto m = static_cast<std::size_t>(to - from);
    document_relations(similarities, n, documents + from, m, means, bests, work.document_means);
    best_of_documents(out.query_cosines + first, documents + from, m, out.document_query_cosines + from);
    means += m * m;
    bests += m * m;
    similarities += n * n;
  }
  return {Outcome::kDone, 0};
}

}  // namespace topoguard
