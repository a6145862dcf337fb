// Counts checks. A failed one prints where it is and goes on, at most a few times each.
#pragma once

#include <cmath>
#include <cstdio>

namespace check {

struct Counts {
  long passed = 0;
  long failed = 0;
};
inline Counts counts;

inline void that(bool holds, const char* what, const char* file, int line) {
  holds ? ++counts.passed : ++counts.failed;
  if (!holds && counts.failed <= 50) std::printf("%s:%d: %s\n", file, line, what);
}

inline void near(double actual, double expected, double tolerance, const char* what, const char* file, int line) {
  const bool same = std::isnan(expected) ? std::isnan(actual) : actual == expected || std::fabs(actual - expected) <= tolerance;
  that(same, what, file, line);
  if (!same && counts.failed <= 50) std::printf("    %.17g, expected %.17g, off by %g\n", actual, expected, actual - expected);
}

}  // namespace check

#define CHECK(condition) check::that((condition), #condition, __FILE__, __LINE__)
#define CHECK_NEAR(actual, expected, tolerance) \
  check::near((actual), (expected), (tolerance), #actual " ~ " #expected, __FILE__, __LINE__)
