#include <topoguard/similarity.hpp>

#include "check.hpp"
#include "oracles.hpp"

namespace {

using oracle::Vector;

template <typename T>
Vector similarity(const std::vector<T>& x, std::size_t n, std::size_t d, topoguard::InstructionSet set) {
  topoguard::SimilarityScratch scratch;
  Vector out(n * n, -7);
  CHECK(topoguard::cosine_similarity<T>(x.data(), n, d, out.data(), scratch, nullptr, nullptr, set));
  return out;
}

std::vector<topoguard::InstructionSet> instruction_sets() {
  std::vector<topoguard::InstructionSet> sets;
  for (auto set : {topoguard::InstructionSet::kPortable, topoguard::InstructionSet::kAvx2, topoguard::InstructionSet::kAvx512})
    if (topoguard::supported(set)) sets.push_back(set);
  return sets;
}

// Every size of a last block of rows and of a last step of columns, on every instruction set that the machine has.
template <typename T>
void agrees_with_definition(std::mt19937_64& random) {
  for (std::size_t n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 23, 40}) {
    for (std::size_t d : {1, 2, 7, 8, 9, 15, 16, 33, 100}) {
      const std::vector<T> x = oracle::sentences<T>(random, n, d);
      const Vector expected = oracle::similarity(x, n, d);
      const Vector portable = similarity(x, n, d, topoguard::InstructionSet::kPortable);
      for (topoguard::InstructionSet set : instruction_sets()) {
        const Vector s = similarity(x, n, d, set);
        for (std::size_t i = 0; i < n * n; ++i) {
          CHECK_NEAR(s[i], expected[i], 2e-15);
          CHECK_NEAR(s[i], portable[i], sizeof(T) == 4 ? 0 : 1e-15);
          CHECK(s[i] == s[i % n * n + i / n]);
          CHECK(std::fabs(s[i]) <= 1);
        }
        for (std::size_t i = 0; i < n; ++i) CHECK(s[i * n + i] == 1 || s[i * n + i] == 0);
      }
    }
  }
}

template <typename T>
void scale_does_not_matter(std::mt19937_64& random, const std::vector<double>& scales) {
  const std::size_t n = 6, d = 24;
  const std::vector<T> x = oracle::sentences<T>(random, n, d);
  for (double scale : scales) {
    std::vector<T> y = x;
    // Rows of different magnitude side by side, and one of them as it was.
    for (std::size_t i = 0; i < n * d; ++i) y[i] = static_cast<T>(i / d == 2 ? x[i] : x[i] * scale);
    const Vector expected = oracle::similarity(y, n, d);
    const Vector s = similarity(y, n, d, topoguard::widest_instruction_set());
    for (std::size_t i = 0; i < n * n; ++i) CHECK_NEAR(s[i], expected[i], 2e-15);
  }
}

void zero_vectors_are_similar_to_nothing() {
  const std::vector<double> x{1, 2, 0, 0, -2, 1, 0, 0};
  const Vector s = similarity(x, 4, 2, topoguard::widest_instruction_set());
  CHECK(s == (Vector{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}));
  const Vector nothing = similarity(std::vector<float>(12, 0.f), 3, 4, topoguard::widest_instruction_set());
  CHECK(nothing == Vector(9, 0));
}

template <typename T>
void refuses_non_finite() {
  topoguard::SimilarityScratch scratch;
  Vector out(9), cosines(3);
  for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity()}) {
    for (std::size_t at = 0; at < 30; ++at) {
      std::vector<T> x(30, T{1}), query(10, T{1});
      x[at] = bad;
      CHECK(!topoguard::cosine_similarity(x.data(), 3, 10, out.data(), scratch));
      x[at] = 1;
      query[at % 10] = bad;
      CHECK(!topoguard::cosine_similarity(x.data(), 3, 10, out.data(), scratch, query.data(), cosines.data()));
    }
  }
}

void query_cosines(std::mt19937_64& random) {
  topoguard::SimilarityScratch scratch;
  for (std::size_t n : {1, 2, 6, 7, 13}) {
    const std::size_t d = 19;
    const std::vector<double> x = oracle::sentences<double>(random, n + 1, d);
    const Vector expected = oracle::similarity(x, n + 1, d);
    Vector out(n * n), cosines(n, -7);
    CHECK(topoguard::cosine_similarity(x.data(), n, d, out.data(), scratch, x.data() + n * d, cosines.data()));
    for (std::size_t i = 0; i < n; ++i) CHECK_NEAR(cosines[i], expected[i * (n + 1) + n], 2e-15);
    const std::vector<double> nothing(d, 0);
    CHECK(topoguard::cosine_similarity(x.data(), n, d, out.data(), scratch, nothing.data(), cosines.data()));
    CHECK(cosines == Vector(n, 0));
  }
}

}  // namespace

void test_similarity() {
  std::mt19937_64 random(1);
  agrees_with_definition<float>(random);
  agrees_with_definition<double>(random);
  scale_does_not_matter<float>(random, {1, 1e30, 1e-30, 1e-38});
  scale_does_not_matter<double>(random, {1, 1e30, 1e-30, 1e150, 1e-150, 1e300, 1e-300, 1e-307});
  zero_vectors_are_similar_to_nothing();
  refuses_non_finite<float>();
  refuses_non_finite<double>();
  query_cosines(random);
}
