// Inner products of all pairs of rows, in double, on a chosen instruction set.
#pragma once

#include <cstddef>

#include "lanes.hpp"

namespace topoguard {

namespace portable {
#define TOPOGUARD_TARGET
#define TOPOGUARD_GROUP 2
#define TOPOGUARD_TALL 1
#include "gram_kernel.inc"
#undef TOPOGUARD_TARGET
#undef TOPOGUARD_GROUP
#undef TOPOGUARD_TALL
}  // namespace portable

#ifdef TOPOGUARD_X86_DISPATCH
namespace avx2 {
#define TOPOGUARD_TARGET TOPOGUARD_AVX2
#define TOPOGUARD_GROUP 3
#define TOPOGUARD_TALL 2
#include "gram_kernel.inc"
#undef TOPOGUARD_TARGET
#undef TOPOGUARD_GROUP
#undef TOPOGUARD_TALL
}  // namespace avx2

namespace avx512 {
#define TOPOGUARD_TARGET TOPOGUARD_AVX512
#define TOPOGUARD_GROUP 6
#define TOPOGUARD_TALL 3
#include "gram_kernel.inc"
#undef TOPOGUARD_TARGET
#undef TOPOGUARD_GROUP
#undef TOPOGUARD_TALL
}  // namespace avx512
#endif

// `rows`: n rows of d elements. out[i * n + j] = <row i, row j> for j <= i; the part above the diagonal is left as it is.
template <typename T>
void gram(InstructionSet set, const T* rows, std::size_t n, std::size_t d, double* out) {
#ifdef TOPOGUARD_X86_DISPATCH
  if (set == InstructionSet::kAvx512) return avx512::gram(rows, n, d, out);
  if (set == InstructionSet::kAvx2) return avx2::gram(rows, n, d, out);
#endif
  portable::gram(rows, n, d, out);
}

// out[i] = <row i, row>.
template <typename T>
void products(InstructionSet set, const T* rows, std::size_t n, const T* row, std::size_t d, double* out) {
#ifdef TOPOGUARD_X86_DISPATCH
  if (set == InstructionSet::kAvx512) return avx512::products(rows, n, row, d, out);
  if (set == InstructionSet::kAvx2) return avx2::products(rows, n, row, d, out);
#endif
  portable::products(rows, n, row, d, out);
}

}  // namespace topoguard
