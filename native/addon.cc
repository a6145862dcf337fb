// The only file that knows N-API: checks what comes from JavaScript, hands it to the kernels, throws their refusals.
// Errors are plain Errors with `code` (a TopoGuardErrorCode) and, where they apply, `index`, `context` and `field`.
#include <napi.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "topoguard/analysis.hpp"

namespace {

using topoguard::Outcome;

// Scratch above this many doubles (64 MB) is given back after the call that needed it.
constexpr std::size_t kKeptScratch = std::size_t{8} << 20;
// Raised whenever a function of this file takes other arguments; src/linalg/native refuses a binary with another number.
constexpr int kInterface = 1;
constexpr double kLargestSize = 2147483647;

struct Place {
  const char* field = nullptr;
  double index = -1;
  double context = -1;
};

[[noreturn]] void refuse(Napi::Env env, const char* code, const std::string& problem, const Place& place) {
  Napi::Error error = Napi::Error::New(env, problem);
  error.Set("code", Napi::String::New(env, code));
  if (place.field != nullptr) error.Set("field", Napi::String::New(env, place.field));
  if (place.index >= 0) error.Set("index", Napi::Number::New(env, place.index));
  if (place.context >= 0) error.Set("context", Napi::Number::New(env, place.context));
  throw error;
}

// A typed array of JavaScript's. A detached one has length 0 and is refused by its length.
struct View {
  napi_typedarray_type type;
  std::size_t length;
  void* data;

  template <typename T>
  T* as() const {
    return static_cast<T*>(data);
  }
};

View view(Napi::Env env, napi_value value, const char* field) {
  View v{napi_int8_array, 0, nullptr};
  bool is_typed_array = false;
  if (napi_is_typedarray(env, value, &is_typed_array) != napi_ok || !is_typed_array ||
      napi_get_typedarray_info(env, value, &v.type, &v.length, &v.data, nullptr, nullptr) != napi_ok)
    refuse(env, "SHAPE_INVALID", "must be a typed array", {field});
  return v;
}

View view_of(Napi::Env env, napi_value value, napi_typedarray_type type, std::size_t length, const char* field) {
  const View v = view(env, value, field);
  if (v.type != type) {
    refuse(env, "SHAPE_INVALID",
           std::string("must be a ") + (type == napi_int32_array ? "Int32Array" : type == napi_float32_array ? "Float32Array" : "Float64Array"),
           {field});
  }
  if (v.length != length)
    refuse(env, "SHAPE_INVALID", "must have " + std::to_string(length) + " elements, has " + std::to_string(v.length), {field});
  return v;
}

View vectors_of(Napi::Env env, napi_value value, std::size_t length, const char* field) {
  const View v = view(env, value, field);
  if (v.type != napi_float32_array && v.type != napi_float64_array)
    refuse(env, "SHAPE_INVALID", "must be a Float32Array or a Float64Array", {field});
  return view_of(env, value, v.type, length, field);
}

// Integers that come in as JavaScript numbers.
std::size_t integer(Napi::Env env, const Napi::Value& value, double least, double most, const char* field) {
  const double x = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : std::nan("");
  if (!(x >= least && x <= most && x == std::floor(x)))
    refuse(env, "OPTION_INVALID", "must be an integer of at least " + std::to_string(static_cast<int>(least)), {field});
  return static_cast<std::size_t>(x);
}

std::size_t neighbours(Napi::Env env, const Napi::Value& value) {
  return integer(env, value, 1, 9007199254740991.0, "k");
}

template <typename T>
double first_non_finite(const T* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (!std::isfinite(values[i])) return static_cast<double>(i);
  return -1;
}

void require_finite(Napi::Env env, const View& v, const char* field) {
  const double index = v.type == napi_float32_array ? first_non_finite(v.as<float>(), v.length)
                                                    : first_non_finite(v.as<double>(), v.length);
  if (index >= 0) refuse(env, "EMBEDDING_NON_FINITE", "is not a finite number", {field, index});
}

// For input that a kernel found not to be finite.
[[noreturn]] void refuse_non_finite(Napi::Env env, const View& v, const char* field) {
  require_finite(env, v, field);
  refuse(env, "EMBEDDING_NON_FINITE", "changed while it was read", {field});
}

void require_arguments(const Napi::CallbackInfo& info, std::size_t count) {
  if (info.Length() != count) {
    refuse(info.Env(), "SHAPE_INVALID",
           "takes " + std::to_string(count) + " arguments, got " + std::to_string(info.Length()), {});
  }
}

// Offsets are copied: memory shared with another thread must not change between the check and the use.
void copy_offsets(Napi::Env env, napi_value value, const char* field, std::vector<std::int32_t>& to) {
  const View v = view(env, value, field);
  if (v.type != napi_int32_array) refuse(env, "SHAPE_INVALID", "must be an Int32Array", {field});
  if (v.length == 0) refuse(env, "SHAPE_INVALID", "must have at least one element", {field});
  to.assign(v.as<std::int32_t>(), v.as<std::int32_t>() + v.length);
  if (to[0] != 0) refuse(env, "SHAPE_INVALID", "must start at 0", {field, 0});
  for (std::size_t i = 1; i < to.size(); ++i)
    if (to[i] < to[i - 1]) refuse(env, "SHAPE_INVALID", "must not descend", {field, static_cast<double>(i)});
}

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
                          InstanceMethod("analyze", &TopoGuardAddon::analyze)});
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

  // analyze(vectors, dimension, documentOffsets, contextOffsets, queries | null, k,
  //         graphs, pairs, fiedler, queryCosines, similarities)
  void analyze(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    require_arguments(info, 11);
    const std::size_t dimension = integer(env, info[1], 1, kLargestSize, "dimension");
    const std::size_t k = neighbours(env, info[5]);
    copy_offsets(env, info[2], "documentOffsets", documents_);
    copy_offsets(env, info[3], "contextOffsets", contexts_);
    if (static_cast<std::size_t>(contexts_.back()) != documents_.size() - 1) {
      refuse(env, "SHAPE_INVALID",
             "must end at the number of documents, " + std::to_string(documents_.size() - 1) + ", ends at " +
                 std::to_string(contexts_.back()),
             {"contextOffsets", static_cast<double>(contexts_.size() - 1)});
    }
    const std::size_t contexts = contexts_.size() - 1;
    const auto sentences = static_cast<std::size_t>(documents_.back());
    std::size_t pairs = 0, squares = 0;
    for (std::size_t c = 0; c < contexts; ++c) {
      const auto m = static_cast<std::size_t>(contexts_[c + 1] - contexts_[c]);
      const auto n = static_cast<std::size_t>(documents_[contexts_[c + 1]] - documents_[contexts_[c]]);
      pairs += m > 1 ? m * (m - 1) / 2 : 0;
      squares += n * n;
    }
    const View vectors = vectors_of(env, info[0], sentences * dimension, "vectors");
    const bool has_queries = !info[4].IsNull() && !info[4].IsUndefined();
    View queries{vectors.type, 0, nullptr};
    if (has_queries) queries = view_of(env, info[4], vectors.type, contexts * dimension, "queries");
    const auto output = [&](std::size_t argument, std::size_t length, const char* field) {
      return view_of(env, info[argument], napi_float64_array, length, field).as<double>();
    };
    const topoguard::Analysis out{output(6, contexts * topoguard::kMeasureCount, "graphs"),
                                  output(7, pairs * topoguard::kMeasureCount, "pairs"), output(8, sentences, "fiedler"),
                                  output(9, sentences, "queryCosines"), output(10, squares, "similarities")};
    const topoguard::Report report = vectors.type == napi_float32_array
                                         ? run<float>(vectors, queries, dimension, contexts, k, out)
                                         : run<double>(vectors, queries, dimension, contexts, k, out);
    release_large_scratch();
    if (report.outcome == Outcome::kSolverFailed) {
      refuse(env, "SOLVER_FAILED", "the eigensolver did not converge", {nullptr, -1, static_cast<double>(report.context)});
    }
    if (report.outcome == Outcome::kNonFinite) {
      if (has_queries) require_finite(env, queries, "queries");
      refuse_non_finite(env, vectors, "vectors");
    }
  }

  template <typename T>
  topoguard::Report run(const View& vectors, const View& queries, std::size_t dimension, std::size_t contexts, std::size_t k,
                        const topoguard::Analysis& out) {
    const topoguard::Batch<T> batch{vectors.as<T>(), dimension, documents_.data(), contexts_.data(), contexts, queries.as<T>()};
    return topoguard::analyze(batch, k, out, work_);
  }

  void release_large_scratch() {
    if (work_.doubles_held() > kKeptScratch) work_ = topoguard::Workspace();
  }

  topoguard::Workspace work_;
  std::vector<std::int32_t> documents_;
  std::vector<std::int32_t> contexts_;
};

}  // namespace

NODE_API_ADDON(TopoGuardAddon)
