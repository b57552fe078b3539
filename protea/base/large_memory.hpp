// Memory for large arrays: the system's own while there is room, then in a file whose pages come and go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// How many bytes the process may hold; 0: no limit. Large arrays beyond a quarter of them are then kept in files
// without names, in TMPDIR or else /var/tmp, and looked at through memory maps. Whenever the process holds nearly
// as much as it may, pages of maps are given back to the system: what is in them stays, and comes back when it is asked
// for. No result depends on it.
void limit_memory(std::size_t bytes);
// For a process without a limit: large arrays beyond so many bytes are kept in files where there is room for them, and
// the system takes their pages when it needs them.
void use_files_beyond(std::size_t bytes);
std::size_t memory_limit();
// What the system says could be used without swapping; generous where it does not say.
std::size_t free_memory();
// The most that the process has held so far; 0 where the system does not say.
std::size_t most_memory_held();
// Throws a UsageError where `bytes` of something that cannot live in a file are more than the limit; `what` begins
// the sentence: "knn keeps all samples".
void demand_memory(std::size_t bytes, const std::string& what);

// Told by whoever walks over large arrays: he has looked at so many bytes more. Gives pages back in time where the
// process holds too much; costs next to nothing otherwise.
void walked_over(std::size_t bytes);

// Throws a DataError where the file for it has no room; std::bad_alloc where memory has none.
void* take_large_memory(std::size_t bytes);
void give_large_memory(void* memory, std::size_t bytes) noexcept;

// Registers load and store faster what does not lie across two lines of the cache.
constexpr std::size_t cache_line = 64;

// Arrays that begin at a line of the cache.
template <class T>
struct LargeAllocator {
  using value_type = T;

  LargeAllocator() = default;
  template <class U>
  LargeAllocator(const LargeAllocator<U>&) {}

  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    const std::size_t bytes = count * sizeof(T);
    return static_cast<T*>(bytes < large ? ::operator new (bytes, std::align_val_t{cache_line})
                                         : take_large_memory(bytes));
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    if (count * sizeof(T) < large) ::operator delete (memory, std::align_val_t{cache_line});
    else give_large_memory(memory, count * sizeof(T));
  }
  friend bool operator==(const LargeAllocator&, const LargeAllocator&) { return true; }

 private:
  static constexpr std::size_t large = std::size_t{1} << 12;   // bytes
};

using Numbers = std::vector<double, LargeAllocator<double>>;
// So many zeros, written so that a process with a limit does not hold them all at once.
Numbers zeros(std::size_t count);
using Singles = std::vector<float, LargeAllocator<float>>;
using Indices = std::vector<std::uint32_t, LargeAllocator<std::uint32_t>>;
using Bytes = std::vector<char, LargeAllocator<char>>;
inline std::string_view as_text(const Bytes& bytes) { return {bytes.data(), bytes.size()}; }

// The bytes of a regular file, which are fetched when they are looked at. Throws as read_file() does.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return bytes_; }
  // These bytes of it will not be looked at soon: the process need not hold them.
  void pass_over(std::string_view part) const;

 private:
  std::string_view bytes_;
};

}   // namespace protea
