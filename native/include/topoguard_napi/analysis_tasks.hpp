// Analyses on libuv's threads. A task copies its input first, because JavaScript may give its memory away or shrink it while
// another thread reads; it works in memory of its own, and its result is copied when it is back on the thread of JavaScript.
//
// Plain Node-API and no exceptions from the moment a task is queued: a worker that is being terminated no longer runs
// JavaScript, and then every call fails and is let go. Node waits for queued tasks before an environment goes away.
#pragma once

#include <napi.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "topoguard/aligned_buffer.hpp"
#include "topoguard/analysis.hpp"

namespace topoguard_napi {

// Scratch above this many doubles (64 MB) is given back after the call that needed it.
constexpr std::size_t kKeptScratch = std::size_t{8} << 20;

// What a task works in.
struct TaskMemory {
  topoguard::Workspace work;
  topoguard::AlignedBuffer input;
  topoguard::AlignedBuffer values;
  std::vector<std::int32_t> documents;
  std::vector<std::int32_t> contexts;

  std::size_t doubles_held() const { return work.doubles_held() + input.capacity() + values.capacity(); }
};

// The memory of finished tasks, for the next ones. Touched on the thread of JavaScript only.
class TaskMemories {
 public:
  std::unique_ptr<TaskMemory> take() {
    if (idle_.empty()) return std::make_unique<TaskMemory>();
    std::unique_ptr<TaskMemory> memory = std::move(idle_.back());
    idle_.pop_back();
    return memory;
  }
  void give_back(std::unique_ptr<TaskMemory> memory) {
    if (idle_.size() < kMostIdle && memory->doubles_held() <= kKeptScratch) idle_.push_back(std::move(memory));
  }

 private:
  static constexpr std::size_t kMostIdle = 8;
  std::vector<std::unique_ptr<TaskMemory>> idle_;
};

class AnalysisTasks {
 public:
  // Takes the arguments of `analyze`, and returns a promise.
  Napi::Value start(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    auto task = std::make_unique<Task>();
    task->memories = memories_;
    task->memory = memories_->take();
    const BatchArguments batch = batch_arguments(info, task->memory->documents, task->memory->contexts);
    task->type = batch.vectors.type;
    task->vector_count = batch.vectors.length;
    task->query_count = batch.queries.length;
    task->has_queries = batch.has_queries;
    task->dimension = batch.dimension;
    task->k = batch.k;
    task->size = batch.size;
    const std::size_t element = task->element_size();
    task->memory->input.reserve((batch.vectors.length + batch.queries.length) * element / sizeof(double) + 1);
    task->memory->values.reserve(batch.size.values());
    if (batch.vectors.length > 0) std::memcpy(task->vectors(), batch.vectors.data, batch.vectors.length * element);
    if (batch.queries.length > 0) std::memcpy(task->queries(), batch.queries.data, batch.queries.length * element);

    napi_value promise, name;
    require(env, napi_create_reference(env, info[6], 1, &task->out));
    require(env, napi_create_promise(env, &task->deferred, &promise));
    require(env, napi_create_string_utf8(env, "topoguard.analyze", NAPI_AUTO_LENGTH, &name));
    require(env, napi_create_async_work(env, nullptr, name, execute, complete, task.get(), &task->handle));
    require(env, napi_queue_async_work(env, task->handle));
    task.release();
    return Napi::Value(env, promise);
  }

 private:
  struct Task {
    std::shared_ptr<TaskMemories> memories;
    std::unique_ptr<TaskMemory> memory;
    napi_async_work handle = nullptr;
    napi_deferred deferred = nullptr;
    napi_ref out = nullptr;
    napi_typedarray_type type = napi_float32_array;
    std::size_t vector_count = 0, query_count = 0, dimension = 0, k = 0;
    bool has_queries = false;
    topoguard::BatchSize size;
    topoguard::Report report{topoguard::Outcome::kDone, 0};
    bool out_of_memory = false;

    std::size_t element_size() const { return type == napi_float32_array ? sizeof(float) : sizeof(double); }
    unsigned char* vectors() { return reinterpret_cast<unsigned char*>(memory->input.reserve(0)); }
    unsigned char* queries() { return vectors() + vector_count * element_size(); }
    View vectors_view() { return {type, vector_count, vectors()}; }
    View queries_view() { return {type, query_count, queries()}; }
  };

  static void require(Napi::Env env, napi_status status) {
    if (status != napi_ok) throw Napi::Error::New(env);
  }

  // On a thread of libuv's.
  static void execute(napi_env, void* data) {
    Task& task = *static_cast<Task*>(data);
    TaskMemory& memory = *task.memory;
    try {
      task.report = analyze_batch(task.type, task.vectors(), task.has_queries ? task.queries() : nullptr, task.dimension, task.k,
                                  memory.documents, memory.contexts,
                                  topoguard::analysis_in(memory.values.reserve(0), task.size), memory.work);
    } catch (const std::bad_alloc&) {
      task.out_of_memory = true;
    }
  }

  static void complete(napi_env env, napi_status status, void* data) {
    std::unique_ptr<Task> task(static_cast<Task*>(data));
    if (status == napi_ok) settle(env, *task);
    napi_delete_reference(env, task->out);
    napi_delete_async_work(env, task->handle);
    task->memories->give_back(std::move(task->memory));
  }

  static void settle(napi_env env, Task& task) {
    napi_value result;
    if (failed(env, task, result)) {
      napi_reject_deferred(env, task.deferred, result);
    } else {
      napi_get_undefined(env, &result);
      napi_resolve_deferred(env, task.deferred, result);
    }
  }

  // Copies the result to `out`, or makes the error.
  static bool failed(napi_env env, Task& task, napi_value& error) {
    if (task.out_of_memory) {
      error = error_value(env, "SOLVER_FAILED", "there was not enough memory", {});
      return true;
    }
    if (task.report.outcome != topoguard::Outcome::kDone) {
      error = analysis_error(env, task.report, task.vectors_view(), task.queries_view());
      return true;
    }
    napi_value out;
    napi_typedarray_type type;
    std::size_t length = 0;
    void* to = nullptr;
    const bool there = napi_get_reference_value(env, task.out, &out) == napi_ok && out != nullptr &&
                       napi_get_typedarray_info(env, out, &type, &length, &to, nullptr, nullptr) == napi_ok;
    if (!there || length != task.size.values()) {
      error = error_value(env, "SHAPE_INVALID", "was given away while it was waited for", {"out"});
      return true;
    }
    if (length > 0) std::memcpy(to, task.memory->values.reserve(0), length * sizeof(double));
    return false;
  }

  std::shared_ptr<TaskMemories> memories_ = std::make_shared<TaskMemories>();
};

}  // namespace topoguard_napi
