#include <protea/base/parcel.hpp>

#include <algorithm>
#include <cstring>

#include <protea/base/error.hpp>

namespace protea {
namespace {

// Before each piece: the size of one element and how many there are.
struct PieceHead {
  std::uint64_t size = 0;
  std::uint64_t count = 0;
};

[[noreturn]] void refuse_parcel() {
  throw DataError("what came from another process cannot be read: both need the same version of protea");
}

}   // namespace

Parcel& Parcel::add_bytes(const void* from, std::size_t count, std::size_t size) {
  const PieceHead head{size, count};
  bytes_.append(reinterpret_cast<const char*>(&head), sizeof head);
  if (count > 0) bytes_.append(static_cast<const char*>(from), count * size);
  return *this;
}

Parcel& Parcel::add(const Matrix& matrix) {
  return add_count(matrix.rows()).add_count(matrix.columns()).add(matrix.values());
}

std::string_view ParcelReader::take(std::size_t size, std::size_t& count) {
  PieceHead head;
  if (rest_.size() < sizeof head) refuse_parcel();
  std::memcpy(&head, rest_.data(), sizeof head);
  rest_.remove_prefix(sizeof head);
  if (head.size != size || head.count > rest_.size() / size) refuse_parcel();
  count = head.count;
  const std::string_view piece = rest_.substr(0, count * size);
  rest_.remove_prefix(piece.size());
  return piece;
}

template <class Number>
std::vector<Number> ParcelReader::values() {
  std::size_t count = 0;
  const std::string_view piece = take(sizeof(Number), count);
  std::vector<Number> result(count);
  if (count > 0) std::memcpy(result.data(), piece.data(), piece.size());
  return result;
}

std::string_view ParcelReader::text() {
  std::size_t count = 0;
  return take(1, count);
}
std::vector<double> ParcelReader::numbers() { return values<double>(); }
std::vector<std::uint32_t> ParcelReader::indices() { return values<std::uint32_t>(); }
std::vector<std::int32_t> ParcelReader::labels() { return values<std::int32_t>(); }

std::size_t ParcelReader::count() {
  const std::vector<std::uint64_t> one = values<std::uint64_t>();
  if (one.size() != 1) refuse_parcel();
  return one[0];
}

double ParcelReader::number() {
  const std::vector<double> one = numbers();
  if (one.size() != 1) refuse_parcel();
  return one[0];
}

Matrix ParcelReader::matrix() {
  const std::size_t rows = count();
  const std::size_t columns = count();
  const std::vector<double> all = numbers();
  if (columns == 0 ? !all.empty() : (all.size() / columns != rows || all.size() % columns != 0)) refuse_parcel();
  Matrix result(rows, columns);
  std::ranges::copy(all, result.values().begin());
  return result;
}

}   // namespace protea
