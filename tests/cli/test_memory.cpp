// What a run of the command needs at its peak, measured by the system.
#include <cstdio>
#include <fstream>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.hpp"

namespace protea::cli {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool counts_memory = false;   // shadow memory is in the peak too
#else
constexpr bool counts_memory = true;
#endif

// Kilobytes at the peak of protea with these arguments, which must succeed; -1 when it does not.
long peak_of(Words arguments) {
  Words words = protea_words(std::move(arguments));
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t process = ::fork();
  if (process == 0) {
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  if (process < 0 || ::wait4(process, &status, 0, &usage) != process || status != 0) return -1;
  return usage.ru_maxrss;
}

constexpr std::size_t rows = 150'000;
constexpr std::size_t columns = 50;

// Classes far enough apart that prototypes stay among them.
double value_of(std::size_t i, std::size_t j) {
  return static_cast<double>((i * 7919 + j * 104729) % 100'003) / 200'006 + static_cast<double>(i % 3);
}

// The last column is the class. Written row by row: what the parent holds counts for the child too.
void write_array(const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (150000, 51), }\n";
  file << std::string("\x93NUMPY\x01\0", 8) << static_cast<char>(header.size()) << '\0' << header;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j <= columns; ++j) {
      const double value = j < columns ? value_of(i, j) : static_cast<double>(i % 3);
      file.write(reinterpret_cast<const char*>(&value), sizeof value);
    }
  }
}

void write_text(const std::string& path) {
  std::ofstream file(path);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) file << value_of(i, j) << ',';
    file << i % 3 << '\n';
  }
}

// 60 MB of data: once as they were read, once in the units of the model, and little else.
constexpr double most_copies = 2.2;

TEST(Memory, OfTrainingIsTheDataAndOnePreparedCopy) {
  if (!counts_memory) GTEST_SKIP() << "a sanitizer's memory is counted too";
  const Folder folder;
  write_array(folder.path("big.npy"));
  write_text(folder.path("big.csv"));
  const Words training{"--method", "lvq1", "--epochs", "1", "--quiet", "-o", folder.path("m.protea")};
  const auto peak_for = [&](const std::string& data) {
    Words words{"train", data};
    words.insert(words.end(), training.begin(), training.end());
    return peak_of(words);
  };
  const long base = peak_for("iris");
  ASSERT_GT(base, 0);
  constexpr long data = static_cast<long>(rows * columns * sizeof(double) / 1024);
  for (const std::string name : {"big.npy", "big.csv"}) {
    const long peak = peak_for(folder.path(name));
    EXPECT_GT(peak, data) << name;
    EXPECT_LE(static_cast<double>(peak - base), most_copies * data)
        << name << ", beside " << base << " kB of the process itself";
  }
}

}   // namespace
}   // namespace protea::cli
