// Inner products of all pairs of rows, in double, with the widest instruction set that the machine has.
#pragma once

#include <cstddef>
#include <cstring>

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#define TOPOGUARD_X86_DISPATCH 1
#include <immintrin.h>
#endif

namespace topoguard {

namespace portable {
#if defined(__GNUC__) || defined(__clang__)
// Two doubles are one register of SSE2 and of NEON, which every 64-bit machine has.
typedef double Two __attribute__((vector_size(16)));
struct Lanes {
  Two part[4];
};
inline Lanes zero() { return {}; }
inline Lanes load(const double* p) {
  Lanes r;
  std::memcpy(&r, p, sizeof r);
  return r;
}
inline Lanes load(const float* p) {
  Lanes r;
  for (int i = 0; i < 4; ++i) r.part[i] = Two{p[2 * i], p[2 * i + 1]};
  return r;
}
inline Lanes multiply_add(const Lanes& a, const Lanes& b, const Lanes& c) {
  return {{a.part[0] * b.part[0] + c.part[0], a.part[1] * b.part[1] + c.part[1], a.part[2] * b.part[2] + c.part[2],
           a.part[3] * b.part[3] + c.part[3]}};
}
inline double sum(const Lanes& a) {
  const Two total = (a.part[0] + a.part[2]) + (a.part[1] + a.part[3]);
  return total[0] + total[1];
}
#else
struct Lanes {
  double part[8];
};
inline Lanes zero() { return {}; }
template <typename T>
inline Lanes load(const T* p) {
  return {{p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]}};
}
inline Lanes multiply_add(const Lanes& a, const Lanes& b, const Lanes& c) {
  Lanes r;
  for (int i = 0; i < 8; ++i) r.part[i] = a.part[i] * b.part[i] + c.part[i];
  return r;
}
inline double sum(const Lanes& a) {
  const double* p = a.part;
  return ((p[0] + p[4]) + (p[2] + p[6])) + ((p[1] + p[5]) + (p[3] + p[7]));
}
#endif
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
#define TOPOGUARD_TARGET __attribute__((target("avx2,fma")))
struct Lanes {
  __m256d low, high;
};
TOPOGUARD_TARGET inline Lanes zero() { return {_mm256_setzero_pd(), _mm256_setzero_pd()}; }
TOPOGUARD_TARGET inline Lanes load(const double* p) { return {_mm256_loadu_pd(p), _mm256_loadu_pd(p + 4)}; }
TOPOGUARD_TARGET inline Lanes load(const float* p) {
  return {_mm256_cvtps_pd(_mm_loadu_ps(p)), _mm256_cvtps_pd(_mm_loadu_ps(p + 4))};
}
TOPOGUARD_TARGET inline Lanes multiply_add(const Lanes& a, const Lanes& b, const Lanes& c) {
  return {_mm256_fmadd_pd(a.low, b.low, c.low), _mm256_fmadd_pd(a.high, b.high, c.high)};
}
TOPOGUARD_TARGET inline double sum(const Lanes& a) {
  const __m256d four = _mm256_add_pd(a.low, a.high);
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
  return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}
#define TOPOGUARD_GROUP 3
#define TOPOGUARD_TALL 2
#include "gram_kernel.inc"
#undef TOPOGUARD_TARGET
#undef TOPOGUARD_GROUP
#undef TOPOGUARD_TALL
}  // namespace avx2

namespace avx512 {
#define TOPOGUARD_TARGET __attribute__((target("avx512f,avx2,fma")))
struct Lanes {
  __m512d all;
};
TOPOGUARD_TARGET inline Lanes zero() { return {_mm512_setzero_pd()}; }
TOPOGUARD_TARGET inline Lanes load(const double* p) { return {_mm512_loadu_pd(p)}; }
TOPOGUARD_TARGET inline Lanes load(const float* p) { return {_mm512_cvtps_pd(_mm256_loadu_ps(p))}; }
TOPOGUARD_TARGET inline Lanes multiply_add(const Lanes& a, const Lanes& b, const Lanes& c) {
  return {_mm512_fmadd_pd(a.all, b.all, c.all)};
}
TOPOGUARD_TARGET inline double sum(const Lanes& a) {
  const __m256d four = _mm256_add_pd(_mm512_castpd512_pd256(a.all), _mm512_extractf64x4_pd(a.all, 1));
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
  return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}
#define TOPOGUARD_GROUP 6
#define TOPOGUARD_TALL 3
#include "gram_kernel.inc"
#undef TOPOGUARD_TARGET
#undef TOPOGUARD_GROUP
#undef TOPOGUARD_TALL
}  // namespace avx512
#endif

// The kernels of one instruction set. `rows` are n rows of d elements, one after another.
struct GramKernels {
  const char* name;
  // out[i * n + j] = <row i, row j> for j <= i; the part above the diagonal is left as it is.
  void (*gram32)(const float* rows, std::size_t n, std::size_t d, double* out);
  void (*gram64)(const double* rows, std::size_t n, std::size_t d, double* out);
  // out[i] = <row i, row>.
  void (*products32)(const float* rows, std::size_t n, const float* row, std::size_t d, double* out);
  void (*products64)(const double* rows, std::size_t n, const double* row, std::size_t d, double* out);

  void gram(const float* rows, std::size_t n, std::size_t d, double* out) const { gram32(rows, n, d, out); }
  void gram(const double* rows, std::size_t n, std::size_t d, double* out) const { gram64(rows, n, d, out); }
  void products(const float* rows, std::size_t n, const float* row, std::size_t d, double* out) const {
    products32(rows, n, row, d, out);
  }
  void products(const double* rows, std::size_t n, const double* row, std::size_t d, double* out) const {
    products64(rows, n, row, d, out);
  }
};

inline const GramKernels& portable_kernels() {
  static constexpr GramKernels kernels{"portable", portable::gram<float>, portable::gram<double>, portable::products<float>,
                                       portable::products<double>};
  return kernels;
}

#ifdef TOPOGUARD_X86_DISPATCH
inline const GramKernels* avx2_kernels() {
  static constexpr GramKernels kernels{"avx2", avx2::gram<float>, avx2::gram<double>, avx2::products<float>,
                                       avx2::products<double>};
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kernels : nullptr;
}
inline const GramKernels* avx512_kernels() {
  static constexpr GramKernels kernels{"avx512", avx512::gram<float>, avx512::gram<double>, avx512::products<float>,
                                       avx512::products<double>};
  return __builtin_cpu_supports("avx512f") ? &kernels : nullptr;
}
#else
inline const GramKernels* avx2_kernels() { return nullptr; }
inline const GramKernels* avx512_kernels() { return nullptr; }
#endif

// The machine's best; asked for once.
inline const GramKernels& gram_kernels() {
  static const GramKernels& chosen = avx512_kernels() ? *avx512_kernels() : avx2_kernels() ? *avx2_kernels() : portable_kernels();
  return chosen;
}

}  // namespace topoguard
