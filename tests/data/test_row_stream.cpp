// Rows as they arrive: cut anywhere, the same rows come out.
#include <gtest/gtest.h>

#include <cstdio>

#include <protea/base/error.hpp>
#include <protea/data/row_stream.hpp>

namespace protea {
namespace {

struct File {
  std::FILE* handle = std::tmpfile();
  explicit File(const std::string& text) {
    std::fputs(text.c_str(), handle);
    std::rewind(handle);
  }
  ~File() { std::fclose(handle); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
};

TEST(RowStream, GivesEveryRowOnceUnderTheHeader) {
  const File file("a,b,class\n1,2,x\n3,4,y\n\n5,6,x\n7,8,y\n9,10,x");
  RowStream stream(file.handle, "input", {.label = ""});
  std::vector<double> first;
  std::vector<std::uint32_t> lines;
  while (const auto table = stream.next(2)) {
    ASSERT_EQ(table->columns.size(), 3u);
    EXPECT_EQ(table->columns[1].name, "b");
    EXPECT_TRUE(table->columns[2].is_nominal());
    first.insert(first.end(), table->columns[0].numbers.begin(), table->columns[0].numbers.end());
    for (std::size_t i = 0; i < table->lines.size(); ++i) lines.push_back(table->lines[i]);
  }
  EXPECT_EQ(first, (std::vector<double>{1, 3, 5, 7, 9}));
  EXPECT_EQ(lines.front(), 2u);
}

TEST(RowStream, NeedsNoHeader) {
  const File file("1;2;x\n3;4;y\n5;6;x\n");
  RowStream stream(file.handle, "input", {.label = ""});
  std::size_t rows = 0;
  while (const auto table = stream.next(1)) rows += table->rows();
  EXPECT_EQ(rows, 3u);
}

TEST(RowStream, TakesLineEndsInsideQuotes) {
  const File file("a,class\n1,\"two\nlines\"\n2,one\n");
  RowStream stream(file.handle, "input", {.label = ""});
  const auto table = stream.next(10);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->columns[1].words, (std::vector<std::string>{"two\nlines", "one"}));
}

TEST(RowStream, AQuoteThatIsNotClosedSpoilsItsLineAlone) {
  const File file("a,class\n1,\"x\n2,y\n3,\"two\nlines\"\n4,\"x\"\n5,\"y\n");
  RowStream stream(file.handle, "input", {.label = ""}, OnError::skip);
  std::vector<double> found;
  while (const auto table = stream.next(2))
    found.insert(found.end(), table->columns[0].numbers.begin(), table->columns[0].numbers.end());
  EXPECT_EQ(found, (std::vector<double>{2, 4}));
  EXPECT_EQ(stream.skipped(), 4u);
  EXPECT_EQ(stream.first_skipped(), "input:2: a quote is not closed in its line");
}

TEST(RowStream, NamesTheLineWhereARowIsWrong) {
  const File file("a,b,class\n1,2,x\n3,4,y\n5,6,x\n7,8\n");
  RowStream stream(file.handle, "input", {.label = ""});
  ASSERT_TRUE(stream.next(1));
  try {
    while (stream.next(1)) {
    }
    FAIL();
  } catch (const DataError& error) {
    EXPECT_NE(std::string(error.what()).find("found 2"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("of the stream"), std::string::npos) << error.what();
  }
}

TEST(RowStream, EndsAtOnceWhereThereIsNothing) {
  const File file("\n\n");
  RowStream stream(file.handle, "input", {.label = ""});
  EXPECT_FALSE(stream.next(5));
}

TEST(RowStream, NeverTakesALaterRowForAHeader) {
  const File file(
      "5.1,3.5,setosa\n4.9,3.0,setosa\n7.0,3.2,versicolor\n5.2,abc,setosa\n6.4,3.2,versicolor\n6.9,3.1,versicolor\n");
  RowStream stream(file.handle, "input", {.label = ""});
  std::size_t rows = 0;
  while (const auto table = stream.next(3)) {
    EXPECT_EQ(table->rows(), 3u);
    EXPECT_FALSE(table->has_names);
    EXPECT_EQ(table->lines.front(), rows + 1);
    rows += table->rows();
  }
  EXPECT_EQ(rows, 6u);
}

}   // namespace
}   // namespace protea
