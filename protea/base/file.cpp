#include <protea/base/file.hpp>

#include <cctype>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <stdexcept>
#include <system_error>
#include <type_traits>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <protea/base/error.hpp>
#include <protea/base/text.hpp>

namespace protea {

namespace {

std::string reason(int code) {
  std::string text = std::generic_category().message(code);
  // "No space left on device" continues a sentence here; "I/O error" (musl) keeps its capital.
  if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0) {
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  }
  return text;
}

[[noreturn]] void refuse_reading(const std::string& path, int code) {
  if (code == ENOENT) throw DataError(fmt::format("{}: no such file", path));
  if (code == EISDIR) throw DataError(fmt::format("{}: is a directory", path));
  throw DataError(fmt::format("{}: cannot be read: {}", path, reason(code)));
}

[[noreturn]] void refuse_writing(const std::string& path, int code) {
  throw DataError(fmt::format("{}: cannot be written: {}", path, reason(code)));
}

// Repeats a system call that a signal interrupted before it did anything.
template <class Call>
requires std::is_invocable_v<Call>
auto uninterrupted(Call call) {
  for (;;) {
    const auto result = call();
    if (result != -1 || errno != EINTR) return result;
  }
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (is_open()) ::close(number_);
  }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

  int release() { return std::exchange(number_, -1); }

  // Network file systems report a full disk only here. The descriptor is gone even after EINTR.
  bool close() {
    const int result = ::close(std::exchange(number_, -1));
    return result == 0 || errno == EINTR;
  }

 private:
  int number_;
};

Descriptor open_file(const std::string& path, int flags, mode_t mode = 0) {
  return Descriptor(uninterrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode); }));
}

Descriptor open_to_read(const std::string& path, struct stat& status) {
  Descriptor file = open_file(path, O_RDONLY);
  if (!file.is_open() || ::fstat(file.number(), &status) != 0) refuse_reading(path, errno);
  if (S_ISDIR(status.st_mode)) refuse_reading(path, EISDIR);
  return file;
}

// False, with errno set, when not all bytes could be written.
bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = uninterrupted([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (written < 0) return false;
    if (written == 0) {
      errno = ENOSPC;
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// The open descriptor that a path such as /dev/stdout stands for. Opening it anew would start again at the beginning of
// a redirected file, fail on a socket, and renaming over it would replace what the shell has opened.
std::optional<int> descriptor_behind(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const auto number = parse_integer(path.substr(folder.size()));
    if (number && *number >= 0 && *number <= 1'000'000) return static_cast<int>(*number);
  }
  return std::nullopt;
}

// The file at the end of a chain of symbolic links; it need not exist yet.
std::string resolve_links(const std::string& path) {
  namespace fs = std::filesystem;
  fs::path target(path);
  std::error_code status;
  for (int links = 0; links < 40 && fs::is_symlink(fs::symlink_status(target, status)); ++links) {
    const fs::path next = fs::read_symlink(target, status);
    if (status) break;
    target = target.parent_path() / next;   // an absolute `next` replaces the whole path
  }
  return target.string();
}

constexpr std::string_view temporary_prefix = ".protea-";
constexpr std::string_view temporary_suffix = ".tmp";

// Does a temporary file belong to a process of this machine that is no more? Files of other machines may lie in the
// same directory: what is younger than an hour stays.
bool is_left_over(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  if (!name.starts_with(temporary_prefix) || !name.ends_with(temporary_suffix)) return false;
  const std::string_view rest = std::string_view(name).substr(temporary_prefix.size());
  const auto process = parse_integer(rest.substr(0, rest.find('-')));
  if (!process || *process <= 1 || *process > 1'000'000'000) return false;
  if (::kill(static_cast<pid_t>(*process), 0) == 0 || errno != ESRCH) return false;
  struct stat status {};
  constexpr std::time_t an_hour = 3600;
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         std::time(nullptr) - status.st_mtime > an_hour;
}

// What runs that were killed have left behind in a directory; once for each, which may hold many files.
void sweep(const std::string& directory) {
  namespace fs = std::filesystem;
  static std::mutex mutex;
  static std::set<std::string> swept;
  const std::lock_guard lock(mutex);
  if (!swept.insert(directory).second) return;
  std::error_code status;
  for (fs::directory_iterator entry(directory, status), end; !status && entry != end; entry.increment(status)) {
    if (is_left_over(entry->path())) ::unlink(entry->path().c_str());
  }
}

// A new file that vanishes again unless it is renamed to its final name. Failures leave their code in errno. Where the
// system can, it has no name until it is complete, so that a process that is killed leaves nothing behind.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& directory) : directory_(directory) {
#ifdef O_TMPFILE
    if (::access("/proc/self/fd", X_OK) == 0) file_ = open_file(directory, O_WRONLY | O_TMPFILE, 0666);
    if (file_.is_open()) return;
#endif
    try_names([&] {
      file_ = open_file(name_, O_WRONLY | O_CREAT | O_EXCL, 0666);
      return file_.is_open();
    });
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (exists_) ::unlink(name_.c_str());
  }

  bool exists() const { return file_.is_open(); }

  bool take_permissions_of(const struct stat& other) { return ::fchmod(file_.number(), other.st_mode & 07777) == 0; }

  bool write(std::string_view bytes) { return write_all(file_.number(), bytes); }

  bool complete() {
    return uninterrupted([&] { return ::fsync(file_.number()); }) == 0 && get_name() && file_.close();
  }

  bool rename_to(const std::string& target) {
    exists_ = ::rename(name_.c_str(), target.c_str()) != 0;
    return !exists_;
  }

 private:
  // Its names do not contain the final one, which may already be as long as the file system allows.
  template <class Create>
  requires std::is_invocable_r_v<bool, Create>
  bool try_names(Create create) {
    for (int attempt = 0; attempt < 10'000; ++attempt) {
      name_ = fmt::format("{}/{}{}-{}{}", directory_, temporary_prefix, ::getpid(), attempt, temporary_suffix);
      exists_ = create();
      if (exists_ || errno != EEXIST) break;
    }
    return exists_;
  }

  bool get_name() {
    if (exists_) return true;
    const std::string handle = fmt::format("/proc/self/fd/{}", file_.number());
    return try_names(
        [&] { return ::linkat(AT_FDCWD, handle.c_str(), AT_FDCWD, name_.c_str(), AT_SYMLINK_FOLLOW) == 0; });
  }

  std::string directory_;
  std::string name_;
  Descriptor file_{-1};
  bool exists_ = false;   // under its name
};

// Makes a new name survive a power cut. A directory that may be written but not read cannot be synced, and some file
// systems do not know how to (EINVAL): the file is complete all the same.
bool sync_directory(const std::string& directory) {
  const Descriptor folder = open_file(directory, O_RDONLY | O_DIRECTORY);
  return !folder.is_open() || uninterrupted([&] { return ::fsync(folder.number()); }) == 0 || errno == EINVAL;
}

}   // namespace

FileReader::FileReader(std::string path) : path_(std::move(path)) {
  struct stat status {};
  descriptor_ = open_to_read(path_, status).release();
  is_regular_ = S_ISREG(status.st_mode);
  size_ = is_regular_ ? static_cast<std::size_t>(status.st_size) : 0;
}

FileReader::~FileReader() { ::close(descriptor_); }

std::size_t FileReader::read(std::span<char> buffer) {
  std::size_t length = 0;
  while (length < buffer.size()) {
    const ssize_t count =
        uninterrupted([&] { return ::read(descriptor_, buffer.data() + length, buffer.size() - length); });
    if (count < 0) refuse_reading(path_, errno);
    if (count == 0) break;
    length += static_cast<std::size_t>(count);
  }
  return length;
}

void FileReader::rewind() {
  if (::lseek(descriptor_, 0, SEEK_SET) != 0) refuse_reading(path_, errno);
}

std::string read_file(const std::string& path) {
  struct stat status {};
  const Descriptor file = open_to_read(path, status);

  std::string bytes;
  std::size_t length = 0;
  try {
    // One byte more than expected, so that the end is met without another allocation.
    bytes.resize(S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) + 1 : 65'536);
    for (;;) {
      const ssize_t count =
          uninterrupted([&] { return ::read(file.number(), bytes.data() + length, bytes.size() - length); });
      if (count < 0) refuse_reading(path, errno);
      if (count == 0) break;
      length += static_cast<std::size_t>(count);
      if (length == bytes.size()) bytes.resize(2 * length);
    }
  } catch (const std::bad_alloc&) {
    refuse_reading(path, ENOMEM);
  } catch (const std::length_error&) {
    refuse_reading(path, EFBIG);
  }
  bytes.resize(length);
  return bytes;
}

namespace {

// A device, a pipe or an open descriptor.
class DirectTarget final : public FileWriter::Target {
 public:
  explicit DirectTarget(Descriptor file) : file_(std::move(file)) {}
  bool write(std::string_view bytes) override { return write_all(file_.number(), bytes); }
  bool finish() override { return file_.close(); }
  bool replaces() const override { return false; }

 private:
  Descriptor file_;
};

// A temporary file that takes the place of another.
class ReplacingTarget final : public FileWriter::Target {
 public:
  ReplacingTarget(std::string file, const std::string& directory)
      : file_(std::move(file)), directory_(directory), temporary_(directory) {}
  bool write(std::string_view bytes) override { return temporary_.write(bytes); }
  bool finish() override { return temporary_.complete() && temporary_.rename_to(file_) && sync_directory(directory_); }
  bool replaces() const override { return true; }
  TemporaryFile& temporary() { return temporary_; }

 private:
  std::string file_;
  std::string directory_;
  TemporaryFile temporary_;
};

std::unique_ptr<FileWriter::Target> direct_target(const std::string& path, Descriptor file) {
  if (!file.is_open()) refuse_writing(path, errno);
  return std::make_unique<DirectTarget>(std::move(file));
}

std::unique_ptr<FileWriter::Target> target_for(const std::string& path) {
  if (path.empty()) throw DataError("'': cannot be written: the file name is empty");
  if (const auto descriptor = descriptor_behind(path))
    return direct_target(path, Descriptor(::fcntl(*descriptor, F_DUPFD_CLOEXEC, 0)));
  std::optional<struct stat> old(std::in_place);
  if (::stat(path.c_str(), &*old) != 0) {
    if (errno != ENOENT) refuse_writing(path, errno);
    old.reset();
  }
  if (old && S_ISDIR(old->st_mode)) refuse_writing(path, EISDIR);
  if (old && !S_ISREG(old->st_mode)) return direct_target(path, open_file(path, O_WRONLY | O_NOCTTY));
  const std::string file = resolve_links(path);
  const std::filesystem::path parent = std::filesystem::path(file).parent_path();
  const std::string directory = parent.empty() ? std::string(".") : parent.string();
  // A rename would also replace a write-protected file, which nobody who protected it expects.
  if (old && ::faccessat(AT_FDCWD, file.c_str(), W_OK, AT_EACCESS) != 0) refuse_writing(path, errno);
  sweep(directory);
  auto target = std::make_unique<ReplacingTarget>(file, directory);
  if (!target->temporary().exists()) {
    if (errno != ENOENT) refuse_writing(path, errno);
    throw DataError(fmt::format("{}: cannot be written: there is no directory '{}'", path, directory));
  }
  if (old && !target->temporary().take_permissions_of(*old)) refuse_writing(path, errno);
  return target;
}

}   // namespace

FileWriter::FileWriter(const std::string& path) : path_(path), target_(target_for(path)) {}

FileWriter::~FileWriter() = default;

void FileWriter::write(std::string_view bytes) {
  if (!target_->write(bytes)) refuse_writing(path_, errno);
}

void FileWriter::finish() {
  if (!target_->finish()) refuse_writing(path_, errno);
}

void write_file_atomically(const std::string& path, std::string_view bytes) {
  FileWriter file(path);
  file.write(bytes);
  file.finish();
}

}   // namespace protea
