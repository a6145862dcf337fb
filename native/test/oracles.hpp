// The definitions, word for word and slow, and random input. Nothing here uses the kernels.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace oracle {

using Vector = std::vector<double>;

// Cosines in long double.
template <typename T>
Vector similarity(const std::vector<T>& x, std::size_t n, std::size_t d) {
  std::vector<long double> u(n * d, 0);
  std::vector<bool> zero(n);
  for (std::size_t i = 0; i < n; ++i) {
    long double largest = 0, sum = 0;
    for (std::size_t t = 0; t < d; ++t) largest = std::max(largest, std::fabs(static_cast<long double>(x[i * d + t])));
    zero[i] = largest == 0;
    if (zero[i]) continue;
    for (std::size_t t = 0; t < d; ++t) u[i * d + t] = x[i * d + t] / largest;
    for (std::size_t t = 0; t < d; ++t) sum += u[i * d + t] * u[i * d + t];
    for (std::size_t t = 0; t < d; ++t) u[i * d + t] /= std::sqrt(sum);
  }
  Vector s(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      long double dot = 0;
      for (std::size_t t = 0; t < d; ++t) dot += u[i * d + t] * u[j * d + t];
      s[i * n + j] = i == j ? (zero[i] ? 0 : 1) : static_cast<double>(dot);
    }
  }
  return s;
}

// Weights of the symmetrized k-NN graph: neighbours by sorting on cosines rounded to 1e-9.
inline Vector knn_weights(const Vector& s, std::size_t n, std::size_t k) {
  std::vector<bool> near(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::size_t> order;
    for (std::size_t j = 0; j < n; ++j)
      if (j != i) order.push_back(j);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::nearbyint(s[i * n + a] * 1e9) / 1e9 > std::nearbyint(s[i * n + b] * 1e9) / 1e9;
    });
    for (std::size_t t = 0; t < std::min(k, n - 1); ++t) near[i * n + order[t]] = true;
  }
  Vector w(n * n, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (i != j && (near[i * n + j] || near[j * n + i]) && s[i * n + j] > 1e-12) w[i * n + j] = s[i * n + j];
  return w;
}

inline Vector degrees(const Vector& w, std::size_t n) {
  Vector d(n, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) d[i] += w[i * n + j];
  return d;
}

// By transitive closure.
inline std::size_t components(const Vector& w, std::size_t n) {
  std::vector<std::size_t> label(n);
  for (std::size_t i = 0; i < n; ++i) label[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (w[i * n + j] > 0 && label[j] < label[i]) label[i] = label[j], changed = true;
  }
  std::size_t count = 0;
  for (std::size_t i = 0; i < n; ++i) count += label[i] == i;
  return count;
}

inline double conductance(const Vector& w, std::size_t n, const std::vector<bool>& inside) {
  const Vector d = degrees(w, n);
  double cut = 0, in = 0, out = 0;
  for (std::size_t i = 0; i < n; ++i) {
    (inside[i] ? in : out) += d[i];
    for (std::size_t j = 0; j < n; ++j)
      if (inside[i] && !inside[j]) cut += w[i * n + j];
  }
  return std::min(in, out) > 0 ? cut / std::min(in, out) : 0;
}

inline double exact_conductance(const Vector& w, std::size_t n) {
  double best = std::numeric_limits<double>::infinity();
  for (std::uint32_t subset = 1; subset < (1u << (n - 1)); ++subset) {
    std::vector<bool> inside(n);
    for (std::size_t i = 0; i < n; ++i) inside[i] = subset >> i & 1;
    best = std::min(best, conductance(w, n, inside));
  }
  return best;
}

inline double sweep_conductance(const Vector& w, std::size_t n, const Vector& v) {
  const Vector d = degrees(w, n);
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return v[a] / std::sqrt(d[a]) < v[b] / std::sqrt(d[b]); });
  double best = std::numeric_limits<double>::infinity();
  std::vector<bool> inside(n);
  for (std::size_t t = 0; t + 1 < n; ++t) {
    inside[order[t]] = true;
    best = std::min(best, conductance(w, n, inside));
  }
  return best;
}

inline Vector laplacian(const Vector& w, std::size_t n) {
  const Vector d = degrees(w, n);
  Vector l(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      l[i * n + j] = (i == j ? 1 : 0) - (w[i * n + j] > 0 ? w[i * n + j] / std::sqrt(d[i]) / std::sqrt(d[j]) : 0);
  return l;
}

// Eigenvalues of a symmetric matrix, ascending, by cyclic Jacobi rotations.
inline Vector eigenvalues(Vector a, std::size_t n) {
  for (int sweep = 0; sweep < 60; ++sweep) {
    double off = 0;
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) off += a[p * n + q] * a[p * n + q];
    if (off < 1e-32) break;
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        if (a[p * n + q] == 0) continue;
        const double theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
        const double t = (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (std::size_t i = 0; i < n; ++i) {
          const double x = a[i * n + p], y = a[i * n + q];
          a[i * n + p] = c * x - s * y;
          a[i * n + q] = s * x + c * y;
        }
        for (std::size_t i = 0; i < n; ++i) {
          const double x = a[p * n + i], y = a[q * n + i];
          a[p * n + i] = c * x - s * y;
          a[q * n + i] = s * x + c * y;
        }
      }
    }
  }
  Vector values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = a[i * n + i];
  std::sort(values.begin(), values.end());
  return values;
}

// n rows around a few topics, with duplicates, opposites and zero rows now and then.
template <typename T>
std::vector<T> sentences(std::mt19937_64& random, std::size_t n, std::size_t d) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const std::size_t topics = 1 + random() % 3;
  const double spread = 0.1 + 2 * uniform(random);
  Vector centre(topics * d);
  for (double& c : centre) c = normal(random);
  std::vector<T> x(n * d);
  for (std::size_t i = 0; i < n; ++i) {
    const double kind = uniform(random);
    const std::size_t topic = random() % topics, other = i == 0 ? 0 : random() % i;
    for (std::size_t t = 0; t < d; ++t) {
      double value = centre[topic * d + t] + spread * normal(random);
      if (kind < 0.05) value = x[other * d + t];
      if (kind > 0.97) value = -x[other * d + t];
      if (kind > 0.995) value = 0;
      x[i * d + t] = static_cast<T>(value);
    }
  }
  return x;
}

}  // namespace oracle
