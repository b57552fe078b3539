#include <protea/base/large_memory.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

namespace protea {
namespace {

constexpr std::size_t may_be_paged = std::size_t{1} << 16;   // bytes: smaller arrays stay on the heap
// From here on arrays have pages of their own, which go back to the system with them: a heap keeps what lies below something
// that is still in use. (A sanitizer sees heaps alone.)
#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t own_pages = static_cast<std::size_t>(-1);
#else
constexpr std::size_t own_pages = std::size_t{1} << 22;
#endif

// Large pages where there are some: a fifth of the time in which a table is read went into asking for small ones.
void* take_pages(std::size_t bytes) {
  void* const first = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (first == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  ::madvise(first, bytes, MADV_HUGEPAGE);
#endif
  return first;
}

std::size_t kibibytes_of(const char* file, std::string_view wanted) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(wanted)) continue;
    return static_cast<std::size_t>(std::strtoull(line.c_str() + wanted.size(), nullptr, 10)) << 10;
  }
  return 0;
}

struct Held {
  std::size_t all = 0;
  std::size_t of_maps = 0;   // that could be given back
};

// What the process holds now.
Held memory_held() {
  std::ifstream counts("/proc/self/statm");
  std::size_t reserved = 0;
  std::size_t resident = 0;
  std::size_t of_files = 0;
  if (!(counts >> reserved >> resident >> of_files)) return {};
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return {resident * page, of_files * page};
}

std::string directory_of_pages() {
  if (const char* const given = std::getenv("TMPDIR"); given && *given) return given;
  constexpr const char* on_disk = "/var/tmp";   // /tmp may itself be memory
  if (::access(on_disk, W_OK) == 0) return on_disk;
  std::error_code status;
  const auto path = std::filesystem::temp_directory_path(status);
  return status ? std::string(".") : path.string();
}

// Looks after the maps: when the process holds too much, it gives their pages back. There is one for the process, as
// there is one heap, and it outlives every array.
class Keeper {
 public:
  static Keeper& the() {
    static Keeper& keeper = *new Keeper;
    return keeper;
  }

  void add(void* first, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    maps_.emplace(first, bytes);
    map_count_ = maps_.size();
    settle();
  }

  // Was there such a map?
  bool remove(void* first) noexcept {
    if (map_count_ == 0) return false;   // most processes have none
    const std::lock_guard lock(mutex_);
    const bool was_there = maps_.erase(first) > 0;
    map_count_ = maps_.size();
    is_at_work = limit_ > 0 && !maps_.empty();
    return was_there;
  }

  void limit(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    limit_ = bytes;
    heap_ = bytes > 0 ? bytes / 4 : without_end;
    settle();
  }
  std::size_t limit() const { return limit_; }

  void use_files_beyond(std::size_t bytes) {
    if (limit_ == 0) heap_ = bytes;
  }

  bool wants_file(std::size_t bytes) const {
    constexpr std::size_t most_maps = 30'000;   // systems allow about twice as many
    return on_heap + bytes > heap_ && map_count_ < most_maps;
  }

  void look() {
    const std::lock_guard lock(mutex_);
    give_back_if_too_much();
  }

  std::atomic<std::size_t> on_heap = 0;   // bytes of large arrays there
  std::atomic<bool> is_at_work = false;   // there is a limit, and there are maps

 private:
  static constexpr std::size_t without_end = static_cast<std::size_t>(-1);

  // From here on the mutex is held.
  void settle() {
    is_at_work = limit_ > 0 && !maps_.empty();
    if (is_at_work && !is_watching_) {
      try {
        std::thread([this] { watch(); }).detach();
        is_watching_ = true;
      } catch (const std::system_error&) {   // those who walk still tell
      }
    }
    wake_.notify_all();
  }

  void give_back_if_too_much() {
    constexpr std::size_t worthwhile = std::size_t{16} << 20;   // bytes, our own code and libraries among them
    const std::size_t enough = limit_ - limit_ / 4;
    if (!is_at_work) return;
    const Held held = memory_held();
    if (held.all < enough || held.of_maps < std::max(worthwhile, limit_ / 8)) return;
    for (const auto& [first, bytes] : maps_) ::madvise(first, bytes, MADV_DONTNEED);
  }

  // For walks that do not tell.
  void watch() {
    constexpr std::chrono::milliseconds moment{2};
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return is_at_work.load(); });
      wake_.wait_for(lock, moment);
      give_back_if_too_much();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::map<void*, std::size_t> maps_;
  std::atomic<std::size_t> map_count_ = 0;
  std::atomic<std::size_t> limit_ = 0;
  std::atomic<std::size_t> heap_ = without_end;   // bytes of large arrays that may be there
  bool is_watching_ = false;
};

// Shared with the file, so that pages given back are not lost.
void* map_new_file(std::size_t bytes) {
  const std::string directory = directory_of_pages();
  const auto fail = [&](int code) {
    throw DataError(fmt::format("{}: no room for {} MiB that {} leaves no memory for: {}", directory, bytes >> 20,
                                setting("memory"), std::generic_category().message(code)));
  };
  std::string name = directory + "/.protea-XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) fail(errno);
  ::unlink(name.c_str());
  // Room is taken at once: a disk that is full later could not be told.
  const int status = ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
  void* const first = status == 0 ? ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
  const int code = status != 0 ? status : errno;
  ::close(file);
  if (first == MAP_FAILED) fail(code);
  return first;
}

}   // namespace

void limit_memory(std::size_t bytes) { Keeper::the().limit(bytes); }

void use_files_beyond(std::size_t bytes) { Keeper::the().use_files_beyond(bytes); }

std::size_t memory_limit() { return Keeper::the().limit(); }

std::size_t free_memory() {
  const std::size_t bytes = kibibytes_of("/proc/meminfo", "MemAvailable:");
  return bytes > 0 ? bytes : std::size_t{8} << 30;
}

std::size_t most_memory_held() { return kibibytes_of("/proc/self/status", "VmHWM:"); }

void demand_memory(std::size_t bytes, const std::string& what) {
  const std::size_t limit = memory_limit();
  if (limit == 0 || bytes <= limit) return;
  throw UsageError(fmt::format("{}: that takes {} MiB at once, and {} allows {} MiB", what, (bytes >> 20) + 1,
                               setting("memory"), limit >> 20));
}

void walked_over(std::size_t bytes) {
  constexpr std::size_t some = std::size_t{4} << 20;
  thread_local std::size_t since = 0;
  Keeper& keeper = Keeper::the();
  if (!keeper.is_at_work.load(std::memory_order_relaxed)) return;
  since += bytes;
  if (since < some) return;
  since = 0;
  keeper.look();
}

namespace {

// Null where there is no room, and the process has no limit that would forbid the heap.
void* take_file(Keeper& keeper, std::size_t bytes) {
  void* first = nullptr;
  try {
    first = map_new_file(bytes);
    keeper.add(first, bytes);
  } catch (...) {
    if (first) ::munmap(first, bytes);
    if (keeper.limit() > 0) throw;
    return nullptr;
  }
  return first;
}

}   // namespace

void* take_large_memory(std::size_t bytes) {
  Keeper& keeper = Keeper::the();
  if (bytes >= may_be_paged && keeper.wants_file(bytes)) {
    if (void* const first = take_file(keeper, bytes)) return first;
  }
  void* const first = bytes >= own_pages ? take_pages(bytes) : ::operator new (bytes, std::align_val_t{cache_line});
  keeper.on_heap += bytes;
  return first;
}

void give_large_memory(void* memory, std::size_t bytes) noexcept {
  Keeper& keeper = Keeper::the();
  if (bytes >= may_be_paged && keeper.remove(memory)) {
    ::munmap(memory, bytes);
    return;
  }
  keeper.on_heap -= bytes;
  if (bytes >= own_pages) ::munmap(memory, bytes);
  else ::operator delete (memory, std::align_val_t{cache_line});
}

Numbers zeros(std::size_t count) {
  constexpr std::size_t some = std::size_t{1} << 20;
  if (count <= some) return Numbers(count);
  Numbers result;
  result.reserve(count);
  while (result.size() < count) {
    const std::size_t more = std::min(some, count - result.size());
    result.resize(result.size() + more);
    walked_over(more * sizeof(double));
  }
  return result;
}

MappedFile::MappedFile(const std::string& path) {
  const auto fail = [&](int code) {
    throw DataError(fmt::format("{}: cannot be read: {}", path, std::generic_category().message(code)));
  };
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(errno);
  struct stat status {};
  const bool is_known = ::fstat(file, &status) == 0;
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const first = is_known && size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
  const int code = errno;
  ::close(file);
  if (is_known && size == 0) return;
  if (first == MAP_FAILED) fail(code);
  try {
    Keeper::the().add(first, size);
  } catch (...) {
    ::munmap(first, size);
    throw;
  }
  bytes_ = {static_cast<const char*>(first), size};
}

void MappedFile::pass_over(std::string_view part) const {
  static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto first =
      static_cast<std::size_t>(part.data() - bytes_.data()) / page * page;   // what came before is passed too
  const auto last = (static_cast<std::size_t>(part.data() - bytes_.data()) + part.size()) / page * page;
  if (first < last) ::madvise(const_cast<char*>(bytes_.data()) + first, last - first, MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (bytes_.empty()) return;
  void* const first = const_cast<char*>(bytes_.data());
  Keeper::the().remove(first);
  ::munmap(first, bytes_.size());
}

}   // namespace protea
