#include <cstdio>

#include "check.hpp"

void test_similarity();
void test_graph();
void test_conductance();
void test_spectral();
void test_analysis();

int main() {
  test_similarity();
  test_graph();
  test_conductance();
  test_spectral();
  test_analysis();
  std::printf("%ld passed, %ld failed\n", check::counts.passed, check::counts.failed);
  return check::counts.failed == 0 ? 0 : 1;
}
