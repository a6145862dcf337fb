#include <topoguard/analysis.hpp>

#include "check.hpp"
#include "oracles.hpp"

namespace {

using oracle::Vector;
using topoguard::kMeasureCount;

topoguard::Workspace work;

template <typename T>
struct Run {
  std::vector<T> vectors, queries;
  std::size_t dimension;
  std::vector<std::int32_t> documents{0}, contexts{0};
  Vector graphs, pairs, fiedler, sides, query_cosines, document_query_cosines, mean_cosines, best_cosines, similarities;

  explicit Run(std::size_t d) : dimension(d) {}

  void add(std::mt19937_64& random, const std::vector<std::size_t>& sentences) {
    std::size_t n = 0;
    for (std::size_t s : sentences) {
      documents.push_back(documents.back() + static_cast<std::int32_t>(s));
      n += s;
    }
    contexts.push_back(static_cast<std::int32_t>(documents.size() - 1));
    const std::vector<T> x = oracle::sentences<T>(random, n + 1, dimension);
    vectors.insert(vectors.end(), x.begin(), x.end() - static_cast<std::ptrdiff_t>(dimension));
    queries.insert(queries.end(), x.end() - static_cast<std::ptrdiff_t>(dimension), x.end());
  }

  topoguard::Report go(std::size_t k, bool with_queries = true) {
    const topoguard::BatchSize size = topoguard::batch_size(documents.data(), contexts.data(), contexts.size() - 1);
    // Sizes are exact, so that the address sanitizer sees a write past any of them.
    graphs.assign(size.contexts * kMeasureCount, -7);
    pairs.assign(size.pairs * kMeasureCount, -7);
    fiedler.assign(size.sentences, -7);
    sides.assign(size.sentences, -7);
    query_cosines.assign(size.sentences, -7);
    document_query_cosines.assign(size.documents, -7);
    mean_cosines.assign(size.document_squares, -7);
    best_cosines.assign(size.document_squares, -7);
    similarities.assign(size.sentence_squares, -7);
    const topoguard::Batch<T> batch{vectors.data(), dimension, documents.data(), contexts.data(), contexts.size() - 1,
                                    with_queries ? queries.data() : nullptr};
    return topoguard::analyze(batch, k,
                              {graphs.data(), pairs.data(), fiedler.data(), sides.data(), query_cosines.data(),
                               document_query_cosines.data(), mean_cosines.data(), best_cosines.data(), similarities.data()},
                              work);
  }
};

// The parts against the definition: components where there are several, else the signs of the Fiedler vector.
void divides(const double* sides, const double* fiedler, const Vector& s, std::size_t n, std::size_t k) {
  const Vector w = n > 0 ? oracle::knn_weights(s, n, k) : Vector();
  std::vector<std::size_t> label(n), size(n, 0);
  for (std::size_t i = 0; i < n; ++i) label[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (w[i * n + j] > 0 && label[j] < label[i]) label[i] = label[j], changed = true;
  }
  for (std::size_t i = 0; i < n; ++i) ++size[label[i]];
  std::size_t second = 0, zero_is_second = 0;
  for (std::size_t i = 0; i < n; ++i) {
    CHECK(sides[i] == 0 || sides[i] == 1);
    second += sides[i] == 1;
  }
  CHECK(2 * second <= n);
  if (n > 0) zero_is_second = sides[0] == 1;
  if (2 * second == n) CHECK(!zero_is_second || oracle::components(w, n) > 1);
  if (n > 0 && size[0] < n) {
    std::size_t chosen = n;
    for (std::size_t i = 0; i < n; ++i)
      if (label[i] == i && (chosen == n || size[i] <= size[chosen])) chosen = i;
    for (std::size_t i = 0; i < n; ++i) CHECK((sides[i] == 1) == (label[i] == chosen));
  } else {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) CHECK((sides[i] == sides[j]) == ((fiedler[i] >= 0) == (fiedler[j] >= 0)));
  }
}

// Relations of documents from the similarities, one entry at a time.
template <typename T>
void relates(const Run<T>& run, std::size_t c, const double* means, const double* bests, const Vector& s, std::size_t n) {
  const std::int32_t from = run.contexts[c], to = run.contexts[c + 1], first = run.documents[from];
  const auto m = static_cast<std::size_t>(to - from);
  const auto sum = [&](std::int32_t a, std::int32_t b, double& best) {
    double total = 0;
    best = -std::numeric_limits<double>::infinity();
    for (std::int32_t i = run.documents[a]; i < run.documents[a + 1]; ++i)
      for (std::int32_t j = run.documents[b]; j < run.documents[b + 1]; ++j) {
        const double cosine = s[static_cast<std::size_t>(i - first) * n + static_cast<std::size_t>(j - first)];
        total += cosine;
        best = std::max(best, cosine);
      }
    return total;
  };
  for (std::int32_t a = from; a < to; ++a) {
    double nearest = -std::numeric_limits<double>::infinity();
    for (std::int32_t i = run.documents[a]; i < run.documents[a + 1]; ++i) nearest = std::max(nearest, run.query_cosines[i]);
    CHECK(run.document_query_cosines[a] == nearest);
    for (std::int32_t b = from; b < to; ++b) {
      const std::size_t at = static_cast<std::size_t>(a - from) * m + static_cast<std::size_t>(b - from);
      double best, unused;
      const double across = sum(a, b, best), own = sum(a, a, unused), other = sum(b, b, unused);
      CHECK(bests[at] == (a == b ? 1 : best));
      const auto size = [&](std::int32_t d) { return static_cast<double>(run.documents[d + 1] - run.documents[d]); };
      const bool is_zero = own <= 1e-12 * size(a) * size(a) || other <= 1e-12 * size(b) * size(b);
      const double cosine = is_zero ? 0 : across / std::sqrt(own * other);
      // A mean next to 0 keeps few digits.
      CHECK_NEAR(means[at], a == b ? 1 : cosine, is_zero ? 0 : 1e-14 * (1 + size(a) * size(b) / std::sqrt(own * other)));
    }
  }
}

// A row of measures and a Fiedler vector against the definitions, given the similarities.
void agrees(const double* row, const double* fiedler, const Vector& s, std::size_t n, std::size_t k) {
  if (n < 2) {
    CHECK(row[topoguard::kComponents] == static_cast<double>(n));
    CHECK(std::isnan(row[topoguard::kGap]));
    for (std::size_t m = 1; m < kMeasureCount; ++m) CHECK(m == topoguard::kGap || row[m] == 0);
    return;
  }
  const Vector w = oracle::knn_weights(s, n, k), d = oracle::degrees(w, n);
  double similarity = 0, weight = 0, edges = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) similarity += s[i * n + j], weight += w[i * n + j], edges += w[i * n + j] > 0;
  CHECK_NEAR(row[topoguard::kMeanSimilarity], similarity / (static_cast<double>(n * (n - 1)) / 2), 1e-13);
  CHECK_NEAR(row[topoguard::kMeanWeight], edges > 0 ? weight / edges : 0, 1e-13);
  const std::size_t components = oracle::components(w, n);
  CHECK(row[topoguard::kComponents] == static_cast<double>(components));
  if (components > 1) {
    CHECK(row[topoguard::kLambda2] == 0 && std::isnan(row[topoguard::kGap]));
    CHECK(row[topoguard::kConductanceSign] == 0 && row[topoguard::kConductanceSweep] == 0 && row[topoguard::kConductanceExact] == 0);
    if (fiedler != nullptr)
      for (std::size_t i = 0; i < n; ++i) CHECK(fiedler[i] == 0);
    return;
  }
  const double lambda2 = row[topoguard::kLambda2], slack = 1e-12;
  CHECK(lambda2 >= 0 && lambda2 <= static_cast<double>(n) / static_cast<double>(n - 1) + slack);
  CHECK(row[topoguard::kGap] >= 0);
  for (std::size_t m : {topoguard::kConductanceSign, topoguard::kConductanceSweep, topoguard::kConductanceExact}) {
    if (std::isnan(row[m])) continue;
    CHECK(row[m] >= 0 && row[m] <= 1 + slack);
    CHECK(lambda2 / 2 <= row[m] + slack);
  }
  // Cheeger, and the sweep cut, which proves its upper side; the exact one is the smallest.
  CHECK(row[topoguard::kConductanceSweep] <= std::sqrt(2 * lambda2) + slack);
  if (n <= topoguard::kMaxExactConductance) {
    CHECK(row[topoguard::kConductanceExact] <= std::min(row[topoguard::kConductanceSign], row[topoguard::kConductanceSweep]) + slack);
    if (n <= 8) CHECK_NEAR(row[topoguard::kConductanceExact], oracle::exact_conductance(w, n), 1e-13);
  } else {
    CHECK(std::isnan(row[topoguard::kConductanceExact]));
  }
  if (fiedler == nullptr) return;
  const Vector v(fiedler, fiedler + n);
  std::vector<bool> inside(n);
  for (std::size_t i = 0; i < n; ++i) inside[i] = v[i] >= 0;
  CHECK_NEAR(row[topoguard::kConductanceSign], oracle::conductance(w, n, inside), 1e-13);
  CHECK_NEAR(row[topoguard::kConductanceSweep], oracle::sweep_conductance(w, n, v), 1e-12);
  if (n <= 12) {
    const Vector values = oracle::eigenvalues(oracle::laplacian(w, n), n);
    CHECK_NEAR(lambda2, std::max(0.0, values[1]), 1e-13);
  }
}

template <typename T>
void check_all(Run<T>& run, std::size_t k, bool with_queries) {
  CHECK(run.go(k, with_queries).outcome == topoguard::Outcome::kDone);
  const double* s = run.similarities.data();
  const double *pair = run.pairs.data(), *means = run.mean_cosines.data(), *bests = run.best_cosines.data();
  for (std::size_t c = 0; c + 1 < run.contexts.size(); ++c) {
    const std::int32_t from = run.contexts[c], to = run.contexts[c + 1];
    const auto first = static_cast<std::size_t>(run.documents[from]);
    const std::size_t n = static_cast<std::size_t>(run.documents[to]) - first;
    const Vector own(s, s + n * n);
    std::vector<T> x(run.vectors.begin() + static_cast<std::ptrdiff_t>(first * run.dimension),
                     run.vectors.begin() + static_cast<std::ptrdiff_t>((first + n) * run.dimension));
    x.insert(x.end(), run.queries.begin() + static_cast<std::ptrdiff_t>(c * run.dimension),
             run.queries.begin() + static_cast<std::ptrdiff_t>((c + 1) * run.dimension));
    const Vector expected = oracle::similarity(x, n + 1, run.dimension);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) CHECK_NEAR(own[i * n + j], expected[i * (n + 1) + j], 2e-15);
      CHECK_NEAR(run.query_cosines[first + i], with_queries ? expected[i * (n + 1) + n] : 0, 2e-15);
    }
    agrees(run.graphs.data() + c * kMeasureCount, run.fiedler.data() + first, own, n, k);
    divides(run.sides.data() + first, run.fiedler.data() + first, own, n, k);
    relates(run, c, means, bests, own, n);
    const auto m = static_cast<std::size_t>(to - from);
    means += m * m;
    bests += m * m;
    for (std::int32_t a = from; a < to; ++a) {
      for (std::int32_t b = a + 1; b < to; ++b) {
        std::vector<std::size_t> rows;
        for (std::int32_t document : {a, b})
          for (std::int32_t r = run.documents[document]; r < run.documents[document + 1]; ++r)
            rows.push_back(static_cast<std::size_t>(r) - first);
        Vector sub;
        for (std::size_t i : rows)
          for (std::size_t j : rows) sub.push_back(own[i * n + j]);
        agrees(pair, nullptr, sub, rows.size(), k);
        pair += kMeasureCount;
      }
    }
    s += n * n;
  }
  CHECK(pair == run.pairs.data() + run.pairs.size());
  CHECK(s == run.similarities.data() + run.similarities.size());
}

// 10,000 contexts of 2 to 64 sentences in up to six documents, a few hundred of them large.
template <typename T>
void random_contexts(std::mt19937_64& random, int batches) {
  for (int b = 0; b < batches; ++b) {
    Run<T> run(1 + random() % 12);
    for (int c = 0; c < 50; ++c) {
      std::vector<std::size_t> sentences;
      const std::size_t documents = 1 + random() % 6;
      const std::size_t most = random() % 25 == 0 ? 10 : 3;
      for (std::size_t m = 0; m < documents; ++m) sentences.push_back(1 + random() % most);
      if (documents == 1) sentences[0] += 1;
      run.add(random, sentences);
    }
    check_all(run, random() % 3 == 0 ? 1 + random() % 9 : 4, b % 2 == 0);
  }
}

void degenerate_shapes(std::mt19937_64& random) {
  Run<float> nothing(3);
  CHECK(nothing.go(4).outcome == topoguard::Outcome::kDone);
  Run<float> run(5);
  for (const std::vector<std::size_t>& shape : std::vector<std::vector<std::size_t>>{{}, {1}, {0, 0}, {1, 1}, {0, 1}, {1, 0, 1}, {1, 1, 1}, {64}, {32, 32}, {3, 3}})
    run.add(random, shape);
  check_all(run, 4, true);
  check_all(run, 1000, true);
}

void two_documents_are_the_whole_graph(std::mt19937_64& random) {
  Run<double> run(8);
  for (int c = 0; c < 20; ++c) run.add(random, {3, 3});
  CHECK(run.go(4).outcome == topoguard::Outcome::kDone);
  for (std::size_t i = 0; i < run.graphs.size(); ++i) CHECK_NEAR(run.pairs[i], run.graphs[i], 0);
}

// A number that is not finite, in the last context: nothing has been solved, so no row of measures has been written.
void non_finite_stops_before_any_solver(std::mt19937_64& random) {
  for (bool in_query : {false, true}) {
    Run<float> run(8);
    for (int c = 0; c < 3; ++c) run.add(random, {3, 3});
    (in_query ? run.queries : run.vectors).back() = std::numeric_limits<float>::quiet_NaN();
    const topoguard::Report report = run.go(4);
    CHECK(report.outcome == topoguard::Outcome::kNonFinite && report.context == 2);
    CHECK(run.graphs == Vector(run.graphs.size(), -7));
  }
}

}  // namespace

void test_analysis() {
  std::mt19937_64 random(5);
  random_contexts<float>(random, 120);
  random_contexts<double>(random, 80);
  degenerate_shapes(random);
  two_documents_are_the_whole_graph(random);
  non_finite_stops_before_any_solver(random);
}
