// Eight doubles at a time, in the same arithmetic on every instruction set: one type Lanes for each, in a namespace of its own.
// Kernels are written once, in *_kernel.inc, and compiled in each of those namespaces with TOPOGUARD_TARGET defined as the
// attribute that turns the instruction set on.
#pragma once

#include <cstddef>
#include <cstring>

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#define TOPOGUARD_X86_DISPATCH 1
#include <immintrin.h>
#define TOPOGUARD_AVX2 __attribute__((target("avx2,fma")))
#define TOPOGUARD_AVX512 __attribute__((target("avx512f,avx2,fma")))
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
inline Lanes broadcast(double x) {
  const Two two{x, x};
  return {{two, two, two, two}};
}
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
inline void store(double* p, const Lanes& a) { std::memcpy(p, &a, sizeof a); }
inline Lanes multiply(const Lanes& a, const Lanes& b) {
  return {{a.part[0] * b.part[0], a.part[1] * b.part[1], a.part[2] * b.part[2], a.part[3] * b.part[3]}};
}
inline Lanes add(const Lanes& a, const Lanes& b) {
  return {{a.part[0] + b.part[0], a.part[1] + b.part[1], a.part[2] + b.part[2], a.part[3] + b.part[3]}};
}
inline Lanes subtract(const Lanes& a, const Lanes& b) {
  return {{a.part[0] - b.part[0], a.part[1] - b.part[1], a.part[2] - b.part[2], a.part[3] - b.part[3]}};
}
inline Lanes divide(const Lanes& a, const Lanes& b) {
  return {{a.part[0] / b.part[0], a.part[1] / b.part[1], a.part[2] / b.part[2], a.part[3] / b.part[3]}};
}
inline Lanes multiply_add(const Lanes& a, const Lanes& b, const Lanes& c) { return add(multiply(a, b), c); }
// a, where it is not within `limit` of 0, else -limit.
inline Lanes away_from_zero(const Lanes& a, double limit) {
  Lanes r;
  for (int i = 0; i < 4; ++i) {
    const Two bound{limit, limit};
    r.part[i] = (a.part[i] < bound) & (a.part[i] > -bound) ? -bound : a.part[i];
  }
  return r;
}
// count + 1 where a < 0.
inline Lanes count_negative(const Lanes& count, const Lanes& a) {
  Lanes r;
  for (int i = 0; i < 4; ++i) r.part[i] = a.part[i] < 0 ? count.part[i] + 1.0 : count.part[i];
  return r;
}
inline Lanes maximum(const Lanes& a, const Lanes& b) {
  Lanes r;
  for (int i = 0; i < 4; ++i) r.part[i] = a.part[i] < b.part[i] ? b.part[i] : a.part[i];
  return r;
}
inline Lanes minimum(const Lanes& a, const Lanes& b) {
  Lanes r;
  for (int i = 0; i < 4; ++i) r.part[i] = a.part[i] < b.part[i] ? a.part[i] : b.part[i];
  return r;
}
// Bit l is set where a >= b in lane l.
inline unsigned mask_not_below(const Lanes& a, const Lanes& b) {
  unsigned mask = 0;
  for (unsigned i = 0; i < 8; ++i) mask |= (a.part[i / 2][i % 2] >= b.part[i / 2][i % 2] ? 1u : 0u) << i;
  return mask;
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
inline Lanes broadcast(double x) { return {{x, x, x, x, x, x, x, x}}; }
template <typename T>
inline Lanes load(const T* p) {
  return {{p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]}};
}
inline void store(double* p, const Lanes& a) { std::memcpy(p, &a, sizeof a); }
inline Lanes multiply(Lanes a, const Lanes& b) {
  for (int i = 0; i < 8; ++i) a.part[i] *= b.part[i];
  return a;
}
inline Lanes add(Lanes a, const Lanes& b) {
  for (int i = 0; i < 8; ++i) a.part[i] += b.part[i];
  return a;
}
inline Lanes subtract(Lanes a, const Lanes& b) {
  for (int i = 0; i < 8; ++i) a.part[i] -= b.part[i];
  return a;
}
inline Lanes divide(Lanes a, const Lanes& b) {
  for (int i = 0; i < 8; ++i) a.part[i] /= b.part[i];
  return a;
}
inline Lanes multiply_add(const Lanes& a, const Lanes& b, const Lanes& c) { return add(multiply(a, b), c); }
// a, where it is not within `limit` of 0, else -limit.
inline Lanes away_from_zero(Lanes a, double limit) {
  for (int i = 0; i < 8; ++i) a.part[i] = a.part[i] < limit && a.part[i] > -limit ? -limit : a.part[i];
  return a;
}
// count + 1 where a < 0.
inline Lanes count_negative(Lanes count, const Lanes& a) {
  for (int i = 0; i < 8; ++i) count.part[i] += a.part[i] < 0 ? 1.0 : 0.0;
  return count;
}
inline Lanes maximum(Lanes a, const Lanes& b) {
  for (int i = 0; i < 8; ++i) a.part[i] = a.part[i] < b.part[i] ? b.part[i] : a.part[i];
  return a;
}
inline Lanes minimum(Lanes a, const Lanes& b) {
  for (int i = 0; i < 8; ++i) a.part[i] = a.part[i] < b.part[i] ? a.part[i] : b.part[i];
  return a;
}
// Bit l is set where a >= b in lane l.
inline unsigned mask_not_below(const Lanes& a, const Lanes& b) {
  unsigned mask = 0;
  for (unsigned i = 0; i < 8; ++i) mask |= (a.part[i] >= b.part[i] ? 1u : 0u) << i;
  return mask;
}
inline double sum(const Lanes& a) {
  const double* p = a.part;
  return ((p[0] + p[4]) + (p[2] + p[6])) + ((p[1] + p[5]) + (p[3] + p[7]));
}
#endif
}  // namespace portable

#ifdef TOPOGUARD_X86_DISPATCH
namespace avx2 {
struct Lanes {
  __m256d low, high;
};
TOPOGUARD_AVX2 inline Lanes zero() { return {_mm256_setzero_pd(), _mm256_setzero_pd()}; }
TOPOGUARD_AVX2 inline Lanes broadcast(double x) { return {_mm256_set1_pd(x), _mm256_set1_pd(x)}; }
TOPOGUARD_AVX2 inline Lanes load(const double* p) { return {_mm256_loadu_pd(p), _mm256_loadu_pd(p + 4)}; }
TOPOGUARD_AVX2 inline Lanes load(const float* p) {
  return {_mm256_cvtps_pd(_mm_loadu_ps(p)), _mm256_cvtps_pd(_mm_loadu_ps(p + 4))};
}
TOPOGUARD_AVX2 inline void store(double* p, const Lanes& a) {
  _mm256_storeu_pd(p, a.low);
  _mm256_storeu_pd(p + 4, a.high);
}
TOPOGUARD_AVX2 inline Lanes multiply(const Lanes& a, const Lanes& b) {
  return {_mm256_mul_pd(a.low, b.low), _mm256_mul_pd(a.high, b.high)};
}
TOPOGUARD_AVX2 inline Lanes add(const Lanes& a, const Lanes& b) {
  return {_mm256_add_pd(a.low, b.low), _mm256_add_pd(a.high, b.high)};
}
TOPOGUARD_AVX2 inline Lanes subtract(const Lanes& a, const Lanes& b) {
  return {_mm256_sub_pd(a.low, b.low), _mm256_sub_pd(a.high, b.high)};
}
TOPOGUARD_AVX2 inline Lanes divide(const Lanes& a, const Lanes& b) {
  return {_mm256_div_pd(a.low, b.low), _mm256_div_pd(a.high, b.high)};
}
// a, where it is not within `limit` of 0, else -limit.
TOPOGUARD_AVX2 inline Lanes away_from_zero(const Lanes& a, double limit) {
  const __m256d sign = _mm256_set1_pd(-0.0), bound = _mm256_set1_pd(limit), least = _mm256_set1_pd(-limit);
  return {_mm256_blendv_pd(a.low, least, _mm256_cmp_pd(_mm256_andnot_pd(sign, a.low), bound, _CMP_LT_OQ)),
          _mm256_blendv_pd(a.high, least, _mm256_cmp_pd(_mm256_andnot_pd(sign, a.high), bound, _CMP_LT_OQ))};
}
// count + 1 where a < 0.
TOPOGUARD_AVX2 inline Lanes count_negative(const Lanes& count, const Lanes& a) {
  const __m256d one = _mm256_set1_pd(1), none = _mm256_setzero_pd();
  return {_mm256_add_pd(count.low, _mm256_and_pd(one, _mm256_cmp_pd(a.low, none, _CMP_LT_OQ))),
          _mm256_add_pd(count.high, _mm256_and_pd(one, _mm256_cmp_pd(a.high, none, _CMP_LT_OQ)))};
}
// In one rounding.
TOPOGUARD_AVX2 inline Lanes multiply_add(const Lanes& a, const Lanes& b, const Lanes& c) {
  return {_mm256_fmadd_pd(a.low, b.low, c.low), _mm256_fmadd_pd(a.high, b.high, c.high)};
}
TOPOGUARD_AVX2 inline Lanes maximum(const Lanes& a, const Lanes& b) {
  return {_mm256_max_pd(a.low, b.low), _mm256_max_pd(a.high, b.high)};
}
TOPOGUARD_AVX2 inline Lanes minimum(const Lanes& a, const Lanes& b) {
  return {_mm256_min_pd(a.low, b.low), _mm256_min_pd(a.high, b.high)};
}
// Bit l is set where a >= b in lane l.
TOPOGUARD_AVX2 inline unsigned mask_not_below(const Lanes& a, const Lanes& b) {
  const int low = _mm256_movemask_pd(_mm256_cmp_pd(a.low, b.low, _CMP_GE_OQ));
  const int high = _mm256_movemask_pd(_mm256_cmp_pd(a.high, b.high, _CMP_GE_OQ));
  return static_cast<unsigned>(low | high << 4);
}
TOPOGUARD_AVX2 inline double sum(const Lanes& a) {
  const __m256d four = _mm256_add_pd(a.low, a.high);
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
  return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}
}  // namespace avx2

namespace avx512 {
struct Lanes {
  __m512d all;
};
TOPOGUARD_AVX512 inline Lanes zero() { return {_mm512_setzero_pd()}; }
TOPOGUARD_AVX512 inline Lanes broadcast(double x) { return {_mm512_set1_pd(x)}; }
TOPOGUARD_AVX512 inline Lanes load(const double* p) { return {_mm512_loadu_pd(p)}; }
TOPOGUARD_AVX512 inline Lanes load(const float* p) { return {_mm512_cvtps_pd(_mm256_loadu_ps(p))}; }
TOPOGUARD_AVX512 inline void store(double* p, const Lanes& a) { _mm512_storeu_pd(p, a.all); }
TOPOGUARD_AVX512 inline Lanes multiply(const Lanes& a, const Lanes& b) { return {_mm512_mul_pd(a.all, b.all)}; }
TOPOGUARD_AVX512 inline Lanes add(const Lanes& a, const Lanes& b) { return {_mm512_add_pd(a.all, b.all)}; }
TOPOGUARD_AVX512 inline Lanes subtract(const Lanes& a, const Lanes& b) { return {_mm512_sub_pd(a.all, b.all)}; }
TOPOGUARD_AVX512 inline Lanes divide(const Lanes& a, const Lanes& b) { return {_mm512_div_pd(a.all, b.all)}; }
// a, where it is not within `limit` of 0, else -limit.
TOPOGUARD_AVX512 inline Lanes away_from_zero(const Lanes& a, double limit) {
  const __mmask8 near = _mm512_cmp_pd_mask(_mm512_abs_pd(a.all), _mm512_set1_pd(limit), _CMP_LT_OQ);
  return {_mm512_mask_blend_pd(near, a.all, _mm512_set1_pd(-limit))};
}
// count + 1 where a < 0.
TOPOGUARD_AVX512 inline Lanes count_negative(const Lanes& count, const Lanes& a) {
  const __mmask8 negative = _mm512_cmp_pd_mask(a.all, _mm512_setzero_pd(), _CMP_LT_OQ);
  return {_mm512_mask_add_pd(count.all, negative, count.all, _mm512_set1_pd(1))};
}
// In one rounding.
TOPOGUARD_AVX512 inline Lanes multiply_add(const Lanes& a, const Lanes& b, const Lanes& c) {
  return {_mm512_fmadd_pd(a.all, b.all, c.all)};
}
TOPOGUARD_AVX512 inline Lanes maximum(const Lanes& a, const Lanes& b) { return {_mm512_max_pd(a.all, b.all)}; }
TOPOGUARD_AVX512 inline Lanes minimum(const Lanes& a, const Lanes& b) { return {_mm512_min_pd(a.all, b.all)}; }
// Bit l is set where a >= b in lane l.
TOPOGUARD_AVX512 inline unsigned mask_not_below(const Lanes& a, const Lanes& b) {
  return _mm512_cmp_pd_mask(a.all, b.all, _CMP_GE_OQ);
}
TOPOGUARD_AVX512 inline double sum(const Lanes& a) {
  const __m256d four = _mm256_add_pd(_mm512_castpd512_pd256(a.all), _mm512_extractf64x4_pd(a.all, 1));
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
  return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}
}  // namespace avx512
#endif

enum class InstructionSet { kPortable, kAvx2, kAvx512 };

inline bool supported(InstructionSet set) {
#ifdef TOPOGUARD_X86_DISPATCH
  if (set == InstructionSet::kAvx512) return __builtin_cpu_supports("avx512f");
  if (set == InstructionSet::kAvx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
  return set == InstructionSet::kPortable;
}

// The machine's widest; asked for once.
inline InstructionSet widest_instruction_set() {
  static const InstructionSet widest = supported(InstructionSet::kAvx512) ? InstructionSet::kAvx512
                                       : supported(InstructionSet::kAvx2) ? InstructionSet::kAvx2
                                                                          : InstructionSet::kPortable;
  return widest;
}

inline const char* name(InstructionSet set) {
  return set == InstructionSet::kAvx512 ? "avx512" : set == InstructionSet::kAvx2 ? "avx2" : "portable";
}

}  // namespace topoguard
