// Checks what comes from JavaScript. Refusals are plain Errors with `code` (a TopoGuardErrorCode) and, where they apply,
// `index`, `context` and `field`.
#pragma once

#include <napi.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "topoguard/analysis.hpp"

namespace topoguard_napi {

constexpr double kLargestSize = 2147483647;

struct Place {
  const char* field = nullptr;
  double index = -1;
  double context = -1;
};

// An Error by plain Node-API, which throws nothing; an empty value where JavaScript no longer runs.
inline napi_value error_value(napi_env env, const char* code, const std::string& problem, const Place& place) {
  napi_value message = nullptr, error = nullptr, value = nullptr;
  napi_create_string_utf8(env, problem.c_str(), problem.size(), &message);
  napi_create_string_utf8(env, code, NAPI_AUTO_LENGTH, &value);
  if (napi_create_error(env, value, message, &error) != napi_ok) return nullptr;
  const auto set = [&](const char* name, double number) {
    if (number >= 0 && napi_create_double(env, number, &value) == napi_ok) napi_set_named_property(env, error, name, value);
  };
  set("index", place.index);
  set("context", place.context);
  if (place.field != nullptr && napi_create_string_utf8(env, place.field, NAPI_AUTO_LENGTH, &value) == napi_ok)
    napi_set_named_property(env, error, "field", value);
  return error;
}

[[noreturn]] inline void refuse(Napi::Env env, const char* code, const std::string& problem, const Place& place) {
  throw Napi::Error(env, error_value(env, code, problem, place));
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

inline View view(Napi::Env env, napi_value value, const char* field) {
  View v{napi_int8_array, 0, nullptr};
  bool is_typed_array = false;
  if (napi_is_typedarray(env, value, &is_typed_array) != napi_ok || !is_typed_array ||
      napi_get_typedarray_info(env, value, &v.type, &v.length, &v.data, nullptr, nullptr) != napi_ok)
    refuse(env, "SHAPE_INVALID", "must be a typed array", {field});
  return v;
}

inline View view_of(Napi::Env env, napi_value value, napi_typedarray_type type, std::size_t length, const char* field) {
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

inline View vectors_of(Napi::Env env, napi_value value, std::size_t length, const char* field) {
  const View v = view(env, value, field);
  if (v.type != napi_float32_array && v.type != napi_float64_array)
    refuse(env, "SHAPE_INVALID", "must be a Float32Array or a Float64Array", {field});
  return view_of(env, value, v.type, length, field);
}

// Integers that come in as JavaScript numbers.
inline std::size_t integer(Napi::Env env, const Napi::Value& value, double least, double most, const char* field) {
  const double x = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : std::nan("");
  if (!(x >= least && x <= most && x == std::floor(x)))
    refuse(env, "OPTION_INVALID", "must be an integer of at least " + std::to_string(static_cast<int>(least)), {field});
  return static_cast<std::size_t>(x);
}

inline std::size_t neighbours(Napi::Env env, const Napi::Value& value) {
  return integer(env, value, 1, 9007199254740991.0, "k");
}

template <typename T>
double first_non_finite(const T* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (!std::isfinite(values[i])) return static_cast<double>(i);
  return -1;
}

inline double first_non_finite(const View& v) {
  return v.type == napi_float32_array ? first_non_finite(v.as<float>(), v.length) : first_non_finite(v.as<double>(), v.length);
}

inline void require_finite(Napi::Env env, const View& v, const char* field) {
  const double index = first_non_finite(v);
  if (index >= 0) refuse(env, "EMBEDDING_NON_FINITE", "is not a finite number", {field, index});
}

// For input that a kernel found not to be finite.
[[noreturn]] inline void refuse_non_finite(Napi::Env env, const View& v, const char* field) {
  require_finite(env, v, field);
  refuse(env, "EMBEDDING_NON_FINITE", "changed while it was read", {field});
}

inline void require_arguments(const Napi::CallbackInfo& info, std::size_t count) {
  if (info.Length() != count) {
    refuse(info.Env(), "SHAPE_INVALID",
           "takes " + std::to_string(count) + " arguments, got " + std::to_string(info.Length()), {});
  }
}

// Offsets are copied: memory shared with another thread must not change between the check and the use.
inline void copy_offsets(Napi::Env env, napi_value value, const char* field, std::vector<std::int32_t>& to) {
  const View v = view(env, value, field);
  if (v.type != napi_int32_array) refuse(env, "SHAPE_INVALID", "must be an Int32Array", {field});
  if (v.length == 0) refuse(env, "SHAPE_INVALID", "must have at least one element", {field});
  to.assign(v.as<std::int32_t>(), v.as<std::int32_t>() + v.length);
  if (to[0] != 0) refuse(env, "SHAPE_INVALID", "must start at 0", {field, 0});
  for (std::size_t i = 1; i < to.size(); ++i)
    if (to[i] < to[i - 1]) refuse(env, "SHAPE_INVALID", "must not descend", {field, static_cast<double>(i)});
}

// The arguments (vectors, dimension, documentOffsets, contextOffsets, queries | null, k, out) of an analysis, checked but for
// numbers that are not finite, which the kernels find. Offsets go to the two vectors; views are valid until JavaScript runs.
struct BatchArguments {
  View vectors;
  View queries;
  View out;
  bool has_queries;
  std::size_t dimension;
  std::size_t k;
  topoguard::BatchSize size;
};

inline BatchArguments batch_arguments(const Napi::CallbackInfo& info, std::vector<std::int32_t>& documents,
                                      std::vector<std::int32_t>& contexts) {
  const Napi::Env env = info.Env();
  require_arguments(info, 7);
  BatchArguments batch{};
  batch.dimension = integer(env, info[1], 1, kLargestSize, "dimension");
  batch.k = neighbours(env, info[5]);
  copy_offsets(env, info[2], "documentOffsets", documents);
  copy_offsets(env, info[3], "contextOffsets", contexts);
  if (static_cast<std::size_t>(contexts.back()) != documents.size() - 1) {
    refuse(env, "SHAPE_INVALID",
           "must end at the number of documents, " + std::to_string(documents.size() - 1) + ", ends at " +
               std::to_string(contexts.back()),
           {"contextOffsets", static_cast<double>(contexts.size() - 1)});
  }
  batch.size = topoguard::batch_size(documents.data(), contexts.data(), contexts.size() - 1);
  batch.vectors = vectors_of(env, info[0], batch.size.sentences * batch.dimension, "vectors");
  batch.has_queries = !info[4].IsNull() && !info[4].IsUndefined();
  batch.queries = {batch.vectors.type, 0, nullptr};
  if (batch.has_queries)
    batch.queries = view_of(env, info[4], batch.vectors.type, batch.size.contexts * batch.dimension, "queries");
  batch.out = view_of(env, info[6], napi_float64_array, batch.size.values(), "out");
  return batch;
}

// The analysis of a batch whose elements are of type T.
template <typename T>
topoguard::Report analyze_elements(const void* vectors, const void* queries, std::size_t dimension, std::size_t k,
                                   const std::vector<std::int32_t>& documents, const std::vector<std::int32_t>& contexts,
                                   const topoguard::Analysis& out, topoguard::Workspace& work) {
  const topoguard::Batch<T> batch{static_cast<const T*>(vectors), dimension,           documents.data(),
                                  contexts.data(),                contexts.size() - 1, static_cast<const T*>(queries)};
  return topoguard::analyze(batch, k, out, work);
}

inline topoguard::Report analyze_batch(napi_typedarray_type type, const void* vectors, const void* queries,
                                       std::size_t dimension, std::size_t k, const std::vector<std::int32_t>& documents,
                                       const std::vector<std::int32_t>& contexts, const topoguard::Analysis& out,
                                       topoguard::Workspace& work) {
  return type == napi_float32_array
             ? analyze_elements<float>(vectors, queries, dimension, k, documents, contexts, out, work)
             : analyze_elements<double>(vectors, queries, dimension, k, documents, contexts, out, work);
}

// The error for a batch that did not succeed; elements that are not finite are looked for in the queries first.
inline napi_value analysis_error(napi_env env, const topoguard::Report& report, const View& vectors, const View& queries) {
  if (report.outcome == topoguard::Outcome::kSolverFailed) {
    const double context = static_cast<double>(report.context);
    return error_value(env, "SOLVER_FAILED", "the eigensolver did not converge", {nullptr, -1, context});
  }
  double index = first_non_finite(queries);
  if (index >= 0) return error_value(env, "EMBEDDING_NON_FINITE", "is not a finite number", {"queries", index});
  index = first_non_finite(vectors);
  if (index >= 0) return error_value(env, "EMBEDDING_NON_FINITE", "is not a finite number", {"vectors", index});
  return error_value(env, "EMBEDDING_NON_FINITE", "changed while it was read", {"vectors"});
}

}  // namespace topoguard_napi
