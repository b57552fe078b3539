#include <protea/data/inflate.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

#include <fmt/format.h>
#include <zlib.h>

#include <protea/base/error.hpp>

namespace protea {

namespace {

constexpr std::size_t chunk = std::size_t{1} << 18;

std::size_t most_bytes(std::size_t packed, std::size_t memory) {
  constexpr std::size_t always_allowed = std::size_t{256} << 20;
  constexpr std::size_t densest = 200;
  const std::size_t plausible = std::max(always_allowed, densest * packed);
  if (memory > 0) return memory_limit() > 0 ? std::max(memory, plausible) : memory;
  return std::min(free_memory() / 2, plausible);
}

class Inflater {
 public:
  Inflater(std::string_view bytes, int window_bits, const std::string& source, std::size_t memory)
      : rest_(bytes), source_(source), most_(most_bytes(bytes.size(), memory)) {
    if (inflateInit2(&stream_, window_bits) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  // Appends one stream to `output`; the next call continues behind it.
  void run(Bytes& output) {
    inflateReset(&stream_);
    for (int status = Z_OK; status != Z_STREAM_END;) {
      const std::size_t offered = std::min(rest_.size(), chunk);
      // zlib does not write through next_in; its type predates const.
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
      stream_.avail_in = static_cast<uInt>(offered);
      stream_.next_out = buffer_.get();
      stream_.avail_out = static_cast<uInt>(chunk);
      status = inflate(&stream_, Z_NO_FLUSH);
      rest_.remove_prefix(offered - stream_.avail_in);
      const auto* const unpacked = reinterpret_cast<const char*>(buffer_.get());
      output.insert(output.end(), unpacked, unpacked + (chunk - stream_.avail_out));
      if (status == Z_BUF_ERROR) throw DataError(fmt::format("{}: the compressed data end too early", source_));
      if (status != Z_OK && status != Z_STREAM_END) {
        throw DataError(fmt::format("{}: the compressed data are damaged", source_));
      }
      if (output.size() > most_) {
        throw DataError(fmt::format("{}: more than {} MiB when unpacked: if that is right, allow it by {}", source_,
                                    most_ >> 20, setting("memory")));
      }
    }
  }

  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  const std::string& source_;
  std::size_t most_;
  z_stream stream_{};
  std::unique_ptr<Bytef[]> buffer_ = std::make_unique<Bytef[]>(chunk);
};

}   // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

Bytes unpack_gzip(std::string_view bytes, const std::string& source, std::size_t memory) {
  constexpr int gzip_window = 15 + 16;
  Bytes output;
  Inflater inflater(bytes, gzip_window, source, memory);
  do {
    inflater.run(output);
  } while (is_gzip(inflater.rest()));
  // Archivers pad with zeros.
  if (inflater.rest().find_first_not_of('\0') != std::string_view::npos) {
    throw DataError(fmt::format("{}: other bytes follow the compressed data", source));
  }
  return output;
}

Bytes unpack_deflate(std::string_view bytes, const std::string& source, std::size_t memory) {
  constexpr int bare_window = -15;
  Bytes output;
  Inflater(bytes, bare_window, source, memory).run(output);
  return output;
}

}   // namespace protea
