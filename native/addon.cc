// The addon: hands what comes from JavaScript to the kernels. Its arguments are checked in topoguard_napi/arguments.hpp, work on
// other threads is in topoguard_napi/analysis_tasks.hpp.
#include <napi.h>

#include <cstdint>
#include <string>
#include <vector>

#include "topoguard/analysis.hpp"
#include "topoguard_napi/analysis_tasks.hpp"
#include "topoguard_napi/arguments.hpp"

namespace {

using namespace topoguard_napi;

// Raised whenever a function of this file takes other arguments; src/linalg/native refuses a binary with another number.
constexpr int kInterface = 3;

class TopoGuardAddon : public Napi::Addon<TopoGuardAddon> {
 public:
  TopoGuardAddon(Napi::Env env, Napi::Object exports) {
    Napi::Object version = Napi::Object::New(env);
    version.Set("eigen", std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
                             std::to_string(EIGEN_MINOR_VERSION));
#if defined(__clang__)
    version.Set("compiler", "clang " __clang_version__);
#elif defined(__GNUC__)
    version.Set("compiler", "gcc " __VERSION__);
#elif defined(_MSC_VER)
    version.Set("compiler", "msvc " + std::to_string(_MSC_VER));
#else
    version.Set("compiler", "unknown");
#endif
    version.Set("buildType", TOPOGUARD_BUILD_TYPE);
    version.Set("instructionSet", topoguard::name(topoguard::widest_instruction_set()));
    version.Set("interface", kInterface);
    DefineAddon(exports, {InstanceValue("version", version, napi_enumerable),
                          InstanceMethod("similarity", &TopoGuardAddon::similarity),
                          InstanceMethod("eigendecomposition", &TopoGuardAddon::eigendecomposition),
                          InstanceMethod("cuts", &TopoGuardAddon::cuts),
                          InstanceMethod("analyze", &TopoGuardAddon::analyze),
                          InstanceMethod("analyzeAsync", &TopoGuardAddon::analyze_async)});
  }

 private:
  // similarity(vectors, n, dimension, out[n * n])
  void similarity(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    require_arguments(info, 4);
    const std::size_t n = integer(env, info[1], 0, kLargestSize, "n");
    const std::size_t dimension = integer(env, info[2], 1, kLargestSize, "dimension");
    const View vectors = vectors_of(env, info[0], n * dimension, "vectors");
    const View out = view_of(env, info[3], napi_float64_array, n * n, "out");
    const bool done = vectors.type == napi_float32_array
                          ? topoguard::cosine_similarity(vectors.as<float>(), n, dimension, out.as<double>(), work_.similarity)
                          : topoguard::cosine_similarity(vectors.as<double>(), n, dimension, out.as<double>(), work_.similarity);
    release_large_scratch();
    if (!done) refuse_non_finite(env, vectors, "vectors");
  }

  // eigendecomposition(matrix[n * n], n, values[n], vectors[n * n])
  void eigendecomposition(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    require_arguments(info, 4);
    const std::size_t n = integer(env, info[1], 0, kLargestSize, "n");
    const View matrix = view_of(env, info[0], napi_float64_array, n * n, "matrix");
    const View values = view_of(env, info[2], napi_float64_array, n, "values");
    const View vectors = view_of(env, info[3], napi_float64_array, n * n, "vectors");
    require_finite(env, matrix, "matrix");
    if (!topoguard::eigendecomposition(matrix.as<double>(), n, values.as<double>(), vectors.as<double>()))
      refuse(env, "SOLVER_FAILED", "the eigensolver did not converge", {"matrix"});
    if (first_non_finite(values.as<double>(), n) >= 0 || first_non_finite(vectors.as<double>(), n * n) >= 0)
      refuse(env, "SOLVER_FAILED", "the eigensolver overflowed: the entries are too large", {"matrix"});
  }

  // cuts(weights[n * n], n, fiedler[n], out[sign, sweep, exact])
  void cuts(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    require_arguments(info, 4);
    const std::size_t n = integer(env, info[1], 0, kLargestSize, "n");
    const View weights = view_of(env, info[0], napi_float64_array, n * n, "weights");
    const View fiedler = view_of(env, info[2], napi_float64_array, n, "fiedler");
    const View out = view_of(env, info[3], napi_float64_array, 3, "out");
    require_finite(env, weights, "weights");
    require_finite(env, fiedler, "fiedler");
    const double* w = weights.as<double>();
    double* degrees = work_.degrees.reserve(n);
    for (std::size_t i = 0; i < n; ++i) degrees[i] = topoguard::row_sum(w + i * n, n);
    if (first_non_finite(degrees, n) >= 0) refuse(env, "SOLVER_FAILED", "the degrees overflow: the weights are too large", {"weights"});
    const topoguard::Conductances phi = topoguard::cut_conductances(w, degrees, n, fiedler.as<double>(), work_.cut);
    out.as<double>()[0] = phi.sign;
    out.as<double>()[1] = phi.sweep;
    out.as<double>()[2] = phi.exact;
  }

  // analyze(vectors, dimension, documentOffsets, contextOffsets, queries | null, k, out)
  void analyze(const Napi::CallbackInfo& info) {
    const BatchArguments batch = batch_arguments(info, documents_, contexts_);
    const topoguard::Report report =
        analyze_batch(batch.vectors.type, batch.vectors.data, batch.queries.data, batch.dimension, batch.k, documents_, contexts_,
                      topoguard::analysis_in(batch.out.as<double>(), batch.size), work_);
    release_large_scratch();
    if (report.outcome != topoguard::Outcome::kDone)
      throw Napi::Error(info.Env(), analysis_error(info.Env(), report, batch.vectors, batch.queries));
  }

  // analyzeAsync(the same) -> Promise<undefined>
  Napi::Value analyze_async(const Napi::CallbackInfo& info) { return tasks_.start(info); }

  void release_large_scratch() {
    if (work_.doubles_held() > topoguard_napi::kKeptScratch) work_ = topoguard::Workspace();
  }

  topoguard::Workspace work_;
  AnalysisTasks tasks_;
  std::vector<std::int32_t> documents_;
  std::vector<std::int32_t> contexts_;
};

}  // namespace

NODE_API_ADDON(TopoGuardAddon)
