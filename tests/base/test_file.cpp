// Reading whole files, and writing them so that half a file is never seen.
#include <protea/base/file.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

namespace fs = std::filesystem;

// A fresh directory per test.
class File : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    directory_ =
        fs::path(::testing::TempDir()) / ("protea-" + std::string(test->name()) + "-" + std::to_string(::getpid()));
    fs::remove_all(directory_);
    fs::create_directories(directory_);
  }
  void TearDown() override {
    fs::permissions(directory_, fs::perms::owner_all);
    fs::remove_all(directory_);
  }

  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  std::ptrdiff_t entries() const { return std::distance(fs::directory_iterator(directory_), fs::directory_iterator()); }

  fs::path directory_;
};

std::string message(const std::function<void()>& act) {
  try {
    act();
  } catch (const DataError& error) {
    return error.what();
  }
  return "no DataError";
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

TEST_F(File, ReadsBackEveryByteItWrote) {
  std::string bytes;
  for (int i = 0; i < 300'000; ++i) bytes.push_back(static_cast<char>(i * 7));
  for (const std::string& content : {std::string(), std::string("a"), std::string("\0\r\n\xff", 4), bytes}) {
    write_file_atomically(path("x"), content);
    EXPECT_EQ(read_file(path("x")), content);
  }
  EXPECT_EQ(entries(), 1);
}

TEST_F(File, ReadsFilesWhoseLengthIsNotKnownBeforehand) {
  EXPECT_FALSE(read_file("/proc/self/status").empty());
  EXPECT_EQ(read_file("/dev/null"), "");
}

TEST_F(File, SaysWhyAFileCannotBeRead) {
  EXPECT_EQ(message([&] { read_file(path("x")); }), path("x") + ": no such file");
  EXPECT_EQ(message([&] { read_file(directory_.string()); }), directory_.string() + ": is a directory");
  std::ofstream(path("x")) << "1";
  EXPECT_EQ(message([&] { read_file(path("x/y")); }), path("x/y") + ": cannot be read: not a directory");
}

TEST_F(File, SaysThatAFileMayNotBeRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  std::ofstream(path("x")) << "1";
  fs::permissions(path("x"), fs::perms::none);
  EXPECT_EQ(message([&] { read_file(path("x")); }), path("x") + ": cannot be read: permission denied");
}

TEST_F(File, WritesAFileNameWithoutDirectory) {
  const fs::path before = fs::current_path();
  fs::current_path(directory_);
  write_file_atomically("x", "1");
  fs::current_path(before);
  EXPECT_EQ(read_file(path("x")), "1");
}

TEST_F(File, SaysWhyAFileCannotBeWritten) {
  EXPECT_EQ(message([&] { write_file_atomically(directory_.string(), "1"); }),
            directory_.string() + ": cannot be written: is a directory");
  EXPECT_EQ(message([&] { write_file_atomically(path("no/x"), "1"); }),
            path("no/x") + ": cannot be written: there is no directory '" + path("no") + "'");
  EXPECT_EQ(message([&] { write_file_atomically("", "1"); }), "'': cannot be written: the file name is empty");
  const std::string long_name = path(std::string(300, 'x'));
  EXPECT_EQ(message([&] { write_file_atomically(long_name, "1"); }),
            long_name + ": cannot be written: file name too long");
  EXPECT_EQ(entries(), 0);
}

TEST_F(File, WritesTheLongestNameTheFileSystemAllows) {
  const std::string name(255, 'x');
  write_file_atomically(path(name), "1");
  EXPECT_EQ(read_file(path(name)), "1");
}

TEST_F(File, SaysThatTheDiskIsFull) {
  EXPECT_EQ(message([] { write_file_atomically("/dev/full", "1"); }),
            "/dev/full: cannot be written: no space left on device");
}

// A limit on the size of files stands for the full disk: the write stops half-way.
TEST_F(File, KeepsTheOldFileWhenTheNewOneDoesNotFit) {
  write_file_atomically(path("x"), "old");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{.rlim_cur = 8192, .rlim_max = before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string refused = message([&] { write_file_atomically(path("x"), std::string(100'000, 'n')); });
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);

  EXPECT_EQ(refused, path("x") + ": cannot be written: file too large");
  EXPECT_EQ(read_file(path("x")), "old");
  EXPECT_EQ(entries(), 1);
}

TEST_F(File, KeepsAWriteProtectedFile) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
  write_file_atomically(path("x"), "old");
  fs::permissions(path("x"), fs::perms::owner_read);
  EXPECT_EQ(message([&] { write_file_atomically(path("x"), "new"); }),
            path("x") + ": cannot be written: permission denied");
  EXPECT_EQ(read_file(path("x")), "old");
  fs::permissions(directory_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(message([&] { write_file_atomically(path("y"), "new"); }),
            path("y") + ": cannot be written: permission denied");
}

TEST_F(File, HonoursTheUmaskAndKeepsThePermissionsOfAnExistingFile) {
  const mode_t before = ::umask(027);
  write_file_atomically(path("x"), "1");
  EXPECT_EQ(mode_of(path("x")), 0640U);
  ASSERT_EQ(::chmod(path("x").c_str(), 0604), 0);
  write_file_atomically(path("x"), "2");
  EXPECT_EQ(mode_of(path("x")), 0604U);
  ::umask(before);
}

TEST_F(File, WritesThroughSymbolicLinks) {
  fs::create_directory(path("folder"));
  fs::create_symlink("folder/x", path("link"));
  fs::create_symlink("link", path("second"));
  for (const std::string content : {"new", "replaced"}) {
    write_file_atomically(path("second"), content);
    EXPECT_TRUE(fs::is_symlink(path("second")));
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(read_file(path("folder/x")), content);
  }
  fs::create_symlink("circle", path("circle"));
  EXPECT_EQ(message([&] { write_file_atomically(path("circle"), "1"); }),
            path("circle") + ": cannot be written: too many levels of symbolic links");
}

TEST_F(File, LeavesDevicesWhereTheyAre) {
  write_file_atomically("/dev/null", "1");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

// What `{ echo before; protea … -o /dev/stdout; echo after; } > x` does.
TEST_F(File, ContinuesARedirectedStandardOutput) {
  const int file = ::open(path("x").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  ASSERT_GE(file, 0);
  ASSERT_EQ(::write(file, "before ", 7), 7);
  write_file_atomically("/dev/fd/" + std::to_string(file), "bytes ");
  ASSERT_EQ(::write(file, "after", 5), 5);
  ::close(file);
  EXPECT_EQ(read_file(path("x")), "before bytes after");
  EXPECT_EQ(message([&] { write_file_atomically("/dev/fd/999999", "1"); }),
            "/dev/fd/999999: cannot be written: bad file descriptor");
}

TEST_F(File, FinishesShortAndInterruptedWrites) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = [](int) {};   // without SA_RESTART: system calls return EINTR
  ASSERT_EQ(::sigaction(SIGALRM, &action, &before), 0);

  std::string received;
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  ::pthread_sigmask(SIG_BLOCK, &alarm, nullptr);   // for the reader, which inherits it
  std::thread reader([&] {
    char buffer[20'000];
    for (;;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      const ssize_t count = ::read(ends[0], buffer, sizeof buffer);
      if (count <= 0) return;
      received.append(buffer, static_cast<std::size_t>(count));
    }
  });
  ::pthread_sigmask(SIG_UNBLOCK, &alarm, nullptr);
  const itimerval often{.it_interval = {0, 500}, .it_value = {0, 500}};
  const itimerval never{};
  ::setitimer(ITIMER_REAL, &often, nullptr);
  std::string bytes;
  for (int i = 0; i < 1'000'000; ++i) bytes.push_back(static_cast<char>(i * 11));
  const std::string refused = message([&] { write_file_atomically("/dev/fd/" + std::to_string(ends[1]), bytes); });
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::close(ends[1]);
  reader.join();
  ::close(ends[0]);
  ::sigaction(SIGALRM, &before, nullptr);
  EXPECT_EQ(refused, "no DataError");
  EXPECT_TRUE(received == bytes);
}

TEST_F(File, IsNeverSeenHalfWrittenByOthers) {
  const std::string first(200'000, 'a');
  const std::string second(200'000, 'b');
  write_file_atomically(path("x"), first);
  std::thread writer([&] {
    for (int i = 0; i < 20; ++i) write_file_atomically(path("x"), i % 2 == 0 ? second : first);
  });
  for (int i = 0; i < 200; ++i) {
    const std::string seen = read_file(path("x"));
    EXPECT_TRUE(seen == first || seen == second);
  }
  writer.join();
  EXPECT_EQ(entries(), 1);
}

// Of processes that are gone, an hour ago and more; nobody else's.
TEST_F(File, SweepsWhatKilledRunsHaveLeft) {
  const auto make = [&](const std::string& name, std::chrono::minutes age) {
    std::ofstream(path(name)) << "half";
    fs::last_write_time(path(name), fs::file_time_type::clock::now() - age);
  };
  const std::string gone = ".protea-999999999-0.tmp";   // above the largest number of a process on Linux, 2²²
  const std::string young = ".protea-999999999-1.tmp";
  const std::string alive = ".protea-" + std::to_string(::getpid()) + "-9.tmp";
  make(gone, std::chrono::minutes(61));
  make(young, std::chrono::minutes(1));
  make(alive, std::chrono::minutes(61));
  make(".protea-notes.tmp", std::chrono::minutes(61));
  write_file_atomically(path("a"), "whole");
  EXPECT_FALSE(fs::exists(path(gone)));
  for (const std::string& name : {young, alive, std::string(".protea-notes.tmp"), std::string("a")})
    EXPECT_TRUE(fs::exists(path(name))) << name;
}

TEST_F(File, LetsSeveralThreadsWriteIntoOneDirectory) {
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i) {
    writers.emplace_back([this, i] {
      const std::string content(1000, static_cast<char>('a' + i));
      for (int j = 0; j < 10; ++j) write_file_atomically(path(std::to_string(i)), content);
    });
  }
  for (std::thread& writer : writers) writer.join();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(read_file(path(std::to_string(i))), std::string(1000, static_cast<char>('a' + i)));
  EXPECT_EQ(entries(), 4);
}

}   // namespace
}   // namespace protea
