// Files that are read piece by piece give the table that their bytes give as a whole, and are never in
// memory beside it.
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <data/readers_support.hpp>
#include <protea/base/random.hpp>
#include <protea/data/csv_text.hpp>
#include <protea/data/encoding.hpp>

namespace protea {
namespace {

using readers::data_error;
using readers::TemporaryDirectory;

void expect_same(const Table& found, const Table& expected) {
  EXPECT_EQ(found.source, expected.source);
  EXPECT_EQ(found.has_names, expected.has_names);
  EXPECT_EQ(found.lines, expected.lines);
  ASSERT_EQ(found.columns.size(), expected.columns.size());
  for (std::size_t j = 0; j < found.columns.size(); ++j) {
    const Column& a = found.columns[j];
    const Column& b = expected.columns[j];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.words, b.words);
    EXPECT_EQ(a.first_word_row, b.first_word_row);
    EXPECT_EQ(a.number_cells, b.number_cells);
    ASSERT_EQ(a.numbers.size(), b.numbers.size());
    for (std::size_t i = 0; i < a.numbers.size(); ++i) {   // NaN compare too
      ASSERT_EQ(std::bit_cast<std::uint64_t>(a.numbers[i]), std::bit_cast<std::uint64_t>(b.numbers[i])) << i;
    }
  }
}

void expect_same_in_pieces(const std::string& name, const std::string& bytes, Format format, const std::string& label) {
  const TemporaryDirectory directory;
  const std::string path = directory.file(name, bytes);
  expect_same(read_table(path, label), parse_table(bytes, path, format, label));
}

// Rows of numbers, missing cells and words, some of them quoted with separators, quotes and line ends inside.
std::string wild_text(std::size_t bytes, const std::string& line_end, std::uint64_t seed) {
  const std::vector<std::string> cells{
      "1.25", "-3e5", "", " 7 ", "word", "\"a,b\"", "\"two\nlines\"", "\"say \"\"yes\"\"\"", "5\" pipe", " \"x\" "};
  Random random(seed, Purpose::generator);
  std::string text = "a,b,c,label" + line_end;
  while (text.size() < bytes) {
    for (int j = 0; j < 3; ++j) text += cells[static_cast<std::size_t>(random.uniform() * 9.99)] + ",";
    text += std::to_string(static_cast<int>(random.uniform() * 3)) + line_end;
    if (random.uniform() < 0.01) text += line_end;
  }
  return text;
}

constexpr std::size_t several_pieces = 2'500'000;

TEST(ReadingInPieces, GivesTheTableOfTheWholeText) {
  std::uint64_t seed = 1;
  for (const std::string line_end : {"\n", "\r\n", "\r"}) {
    for (const std::string label : {"none", "", "label", "2"}) {
      SCOPED_TRACE(label + std::to_string(seed));
      expect_same_in_pieces("a.csv", wild_text(several_pieces, line_end, seed++), Format::csv, label);
    }
  }
}

TEST(ReadingInPieces, GivesTheTableOfPlainNumbersWithAndWithoutHeaderMarkAndLastLineEnd) {
  std::string numbers;
  while (numbers.size() < several_pieces) numbers += "1.5;2;3\n4;5.25;-6e-3\n";
  for (const std::string start : {"", "\xef\xbb\xbf", "x;y;z\n", "\n\n"}) {
    expect_same_in_pieces("a.csv", start + numbers, Format::csv, "");
    expect_same_in_pieces("a.csv", start + numbers + "7;8;9", Format::csv, "none");
  }
}

TEST(ReadingInPieces, FetchesWordsAboveALateOne) {
  std::string text = "a,b\n";
  while (text.size() < several_pieces) text += "01,2.50\n";
  expect_same_in_pieces("a.csv", text + "late,3\n", Format::csv, "none");
}

TEST(ReadingInPieces, TakesRowsLongerThanAPiece) {
  std::string header = "x0";
  std::string row = "0.5";
  for (int j = 1; row.size() < several_pieces; ++j) {
    header += "\tx" + std::to_string(j);
    row += "\t" + std::to_string(j);
  }
  expect_same_in_pieces("a.tsv", header + "\n" + row + "\n" + row + "\n", Format::tsv, "none");
  expect_same_in_pieces("a.csv", header + "\n" + row + "\n" + row + "\n", Format::csv, "");
}

// As R writes tables: the rows have names, the column of these has none.
TEST(ReadingInPieces, FindsNamesOfAllColumnsButTheFirstOverRowsLongerThanAPiece) {
  const TemporaryDirectory directory;
  std::string header = "x0";
  std::string row = "0.5";
  for (int j = 1; row.size() < several_pieces; ++j) {
    header += ",x" + std::to_string(j);
    row += "," + std::to_string(j);
  }
  const Table table = read_table(directory.file("a.csv", header + "\n\nr1," + row + "\nr2," + row + "\n"));
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.columns[0].words, (std::vector<std::string>{"r1", "r2"}));
  EXPECT_EQ(table.columns[1].name, "x0");
  EXPECT_EQ(table.columns[1].numbers, (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(table.lines, (RowLines{3, 4}));
}

TEST(ReadingInPieces, NamesTheLineOfAFailureBehindTheFirstPiece) {
  const TemporaryDirectory directory;
  std::string text = "a,b\n";
  std::size_t lines = 1;
  for (; text.size() < several_pieces; ++lines) text += "1,2\n";
  const auto message = [&](const std::string& end) {
    return data_error([&] { read_table(directory.file("a.csv", text + end)); });
  };
  const std::string place = directory.file("a.csv") + ":" + std::to_string(lines + 1) + ":";
  EXPECT_EQ(message("1,2,3\n"), place + " expected 2 cells as in line 1, found 3");
  EXPECT_EQ(message("1,\"2\n"), place + "2: a quoted cell is not closed");
  EXPECT_EQ(message("1,inf\n"), place + "2: infinity is not a usable value");
  EXPECT_EQ(message(std::string("1,\0\n", 4)), place + " a zero byte: this is not a text file in UTF-8");
}

TEST(ReadingInPieces, EndsAPieceOnlyWhereARowIsSurelyOver) {
  EXPECT_EQ(end_of_last_row("a,b\nc", ','), 4U);
  EXPECT_EQ(end_of_last_row("abc", ','), 0U);
  EXPECT_EQ(end_of_last_row("a\n\"b\nc\"\nd", ','), 8U) << "a line end inside quotes ends no row";
  EXPECT_EQ(end_of_last_row("a\n\"b\nc", ','), 2U);
  EXPECT_EQ(end_of_last_row("a\n\"b\"", ','), 2U) << "the quote may be the first of two";
  EXPECT_EQ(end_of_last_row("a\n5\" x\nb", ','), 7U) << "a quote within a cell opens nothing";
  EXPECT_EQ(end_of_last_row("\"a\"\r\nb", ','), 5U);
  EXPECT_EQ(end_of_last_row("\"a\"\r", ','), 0U) << "a line feed may follow";
  EXPECT_EQ(end_of_last_row("a;\"b;\"\"\n\";c\n", ';'), 12U);
}

TEST(ReadingInPieces, GivesTheTableOfAWholeArray) {
  std::string data;
  for (int i = 0; i < 400'000; ++i) {
    const double value = i % 17 == 0 ? missing_value : 0.1 * i;
    data.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  for (const std::string order : {"False", "True"}) {
    for (const std::string shape : {"(100000, 4)", "(4, 100000)", "(400000,)"}) {
      SCOPED_TRACE(order + shape);
      expect_same_in_pieces("a.npy", readers::npy("<f8", shape, data, 1, order), Format::npy, "none");
      expect_same_in_pieces("a.npy", readers::npy("<f8", shape, data + "behind", 2, order), Format::npy, "none");
    }
  }
  expect_same_in_pieces("a.npy", readers::npy(">i2", "(500000, 3)", data, 3), Format::npy, "none");
  expect_same_in_pieces("a.npy", readers::npy("<U2", "(400000,)", std::string(3'200'000, '\0'), 1), Format::npy,
                        "none");
  const TemporaryDirectory directory;
  EXPECT_EQ(data_error([&] { read_table(directory.file("b.npy", readers::npy("<f8", "(100001, 4)", data))); }),
            directory.file("b.npy") + ": 3200000 bytes are too few for an array of 100001 x 4 values of type '<f8'");
}

// Tasks of a test: each on a thread of its own.
ReadTasks on_threads(std::size_t count) {
  return {count, [](std::size_t tasks, const std::function<void(std::size_t)>& task) {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < tasks; ++i) threads.emplace_back(task, i);
          }};
}

TEST(ReadingInPieces, GivesTheSameTableOnAnyNumberOfThreads) {
  const TemporaryDirectory directory;
  std::string numbers = "a;b;c\n";
  for (int i = 0; numbers.size() < several_pieces; ++i)
    numbers += std::to_string(i) + ";0.25;" + (i % 3 ? "x" : "y") + "\n";
  // A word late in a column of numbers: texts of pieces that were read before it was known are fetched.
  const std::string late = numbers + "late;1;x\n" + numbers.substr(6);
  for (const std::string& text : {numbers, late, wild_text(several_pieces, "\n", 99)}) {
    const std::string path = directory.file("a.csv", text);
    const Table expected = read_table(path, ReadOptions{.label = ""});
    for (const std::size_t threads : {2, 3, 8}) {
      const Table found = read_table(path, ReadOptions{.label = "", .tasks = on_threads(threads)});
      expect_same(found, expected);
      expect_same(
          parse_table(text, path, ReadOptions{.label = "", .format = Format::csv, .tasks = on_threads(threads)}),
          expected);
    }
  }
}

TEST(ReadingInPieces, NamesTheFirstFailureOnAnyNumberOfThreads) {
  const TemporaryDirectory directory;
  std::string text = "a,b\n";
  std::size_t lines = 1;
  for (; text.size() < several_pieces; ++lines) text += "1,2\n";
  const std::string place = directory.file("a.csv") + ":" + std::to_string(lines + 1) + ":";
  std::string rest;
  while (rest.size() < several_pieces) rest += "1\n";   // each of these rows is wrong too
  directory.file("a.csv", text + "1,2,3\n" + rest);
  for (const std::size_t threads : {1, 2, 5}) {
    EXPECT_EQ(data_error([&] { read_table(directory.file("a.csv"), ReadOptions{.tasks = on_threads(threads)}); }),
              place + " expected 2 cells as in line 1, found 3");
  }
  directory.file("a.csv", text + "1,2,3\n" + rest + std::string("\0", 1));
  EXPECT_NE(data_error([&] { read_table(directory.file("a.csv")); }).find("a zero byte"), std::string::npos)
      << "what is no text is told first, wherever that shows";
}

// Kilobytes that `call` adds to the peak of a process of its own.
long added_peak(const std::function<void()>& call) {
  int ends[2];
  if (::pipe(ends) != 0) return -1;
  const pid_t child = ::fork();
  if (child == 0) {
    // What the parent has held and freed is neither to be used again nor to be counted: it is given back, and the
    // peak begins anew.
    ::malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5" << std::flush;
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const long before = usage.ru_maxrss;
    call();
    ::getrusage(RUSAGE_SELF, &usage);
    const long added = usage.ru_maxrss - before;
    const bool is_told = ::write(ends[1], &added, sizeof added) == sizeof added;
    ::_exit(is_told ? 0 : 1);
  }
  ::close(ends[1]);
  long added = -1;
  if (::read(ends[0], &added, sizeof added) != sizeof added) added = -1;
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  return added;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool counts_memory = false;   // shadow memory is in the peak too
#else
constexpr bool counts_memory = true;
#endif

// 60 000 × 40 doubles are 19.2 MB; the rest are labels as words, line numbers, one piece of the file, and pages
// of the process.
TEST(ReadingInPieces, NeedsTheMemoryOfTheDataOnce) {
  if (!counts_memory) GTEST_SKIP() << "a sanitizer's memory is counted too";
  constexpr std::size_t rows = 60'000;
  constexpr std::size_t columns = 40;
  constexpr long data = static_cast<long>(rows * columns * sizeof(double) / 1024);
  const TemporaryDirectory directory;
  {
    std::ofstream csv(directory.file("a.csv"));
    std::ofstream npy(directory.file("a.npy"), std::ios::binary);
    npy << readers::npy("<f8", "(60000, 40)", "");
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        const double value = static_cast<double>((i * 7919 + j * 104729) % 100'003) / 64;
        csv << value << ',';
        npy.write(reinterpret_cast<const char*>(&value), sizeof value);
      }
      csv << i % 3 << '\n';
    }
  }
  for (const std::string name : {"a.csv", "a.npy"}) {
    const long added = added_peak([&] {
      const EncodedTable read = encode_training_table(read_table(directory.file(name), ""), "", Nominal::refuse);
      if (read.dataset.size() != rows) ::_exit(1);
    });
    EXPECT_GT(added, data * 9 / 10) << name;
    EXPECT_LT(added, data * 13 / 10 + 6'000) << name;
  }
}

}   // namespace
}   // namespace protea
