// The kernels without Node as one side of a comparison: reads a batch from a file, then for each line "milliseconds" on
// standard input repeats the fused analysis for that long and answers with microseconds of processor time a context.
//   kernels_side FILE CONTEXTS N D     FILE holds contexts x n x d float32, native byte order
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "fused.hpp"

int main(int argc, char** argv) {
  if (argc != 5) return std::fprintf(stderr, "usage: kernels_side FILE CONTEXTS N D\n"), 2;
  const std::size_t contexts = std::strtoul(argv[2], nullptr, 10), n = std::strtoul(argv[3], nullptr, 10),
                    d = std::strtoul(argv[4], nullptr, 10);
  std::vector<float> rows(contexts * n * d);
  std::FILE* file = std::fopen(argv[1], "rb");
  if (file == nullptr || std::fread(rows.data(), sizeof(float), rows.size(), file) != rows.size())
    return std::fprintf(stderr, "%s does not hold %zu numbers\n", argv[1], rows.size()), 2;
  std::fclose(file);
  bench::FusedBatch batch(std::move(rows), contexts, n, d);

  double milliseconds;
  while (std::scanf("%lf", &milliseconds) == 1) {
    std::size_t calls = 0;
    const std::clock_t start = std::clock();
    double elapsed;
    do {
      // Doubled, so that reading the clock does not count beside a short call.
      for (std::size_t more = calls == 0 ? 1 : calls; more > 0; --more, ++calls)
        if (!batch.analyze()) return std::fprintf(stderr, "the analysis failed\n"), 1;
      elapsed = static_cast<double>(std::clock() - start) * 1000 / CLOCKS_PER_SEC;
    } while (elapsed < milliseconds);
    std::printf("%.6f\n", elapsed * 1000 / static_cast<double>(calls * contexts));
    std::fflush(stdout);
  }
}
