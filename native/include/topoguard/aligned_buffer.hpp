// Growable scratch of doubles that starts on a cache line and is never shrunk, so that a warm workspace allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace topoguard {

class AlignedBuffer {
 public:
  // Storage for at least `count` doubles. Contents are lost when it has to grow.
  double* reserve(std::size_t count) {
    if (count > capacity_) {
      storage_.reset(new double[count + kLine]);
      const auto address = reinterpret_cast<std::uintptr_t>(storage_.get());
      const std::uintptr_t bytes = kLine * sizeof(double);
      aligned_ = storage_.get() + ((bytes - address % bytes) % bytes) / sizeof(double);
      capacity_ = count;
    }
    return aligned_;
  }

  std::size_t capacity() const { return capacity_; }

 private:
  static constexpr std::size_t kLine = 8;
  std::unique_ptr<double[]> storage_;
  double* aligned_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace topoguard
