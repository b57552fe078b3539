// Numbers and texts one after another as bytes, for a process of the same build to read: what is asked of rows that are
// elsewhere, and what comes back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

class Parcel {
 public:
  Parcel& add(std::string_view text) { return add_bytes(text.data(), text.size(), 1); }
  Parcel& add(const char* text) { return add(std::string_view(text)); }
  Parcel& add(Row values) { return add_bytes(values.data(), values.size(), sizeof(double)); }
  Parcel& add(const std::vector<double>& values) { return add(Row(values)); }
  Parcel& add(std::span<const std::uint32_t> values) {
    return add_bytes(values.data(), values.size(), sizeof(std::uint32_t));
  }
  Parcel& add(std::span<const std::int32_t> values) {
    return add_bytes(values.data(), values.size(), sizeof(std::int32_t));
  }
  Parcel& add(const Matrix& matrix);
  Parcel& add(double value) { return add(Row(&value, 1)); }
  Parcel& add_count(std::size_t value) { return add_bytes(&value, 1, sizeof value); }
  std::string take() { return std::move(bytes_); }

 private:
  Parcel& add_bytes(const void* from, std::size_t count, std::size_t size);

  std::string bytes_;
};

// Reads in the same order. Throws a DataError where something else comes: the bytes are of another version.
class ParcelReader {
 public:
  explicit ParcelReader(std::string_view bytes) : rest_(bytes) {}

  std::string_view text();
  std::vector<double> numbers();
  std::vector<std::uint32_t> indices();
  std::vector<std::int32_t> labels();
  Matrix matrix();
  double number();
  std::size_t count();

 private:
  std::string_view take(std::size_t size, std::size_t& count);
  template <class Number>
  std::vector<Number> values();

  std::string_view rest_;
};

}   // namespace protea
