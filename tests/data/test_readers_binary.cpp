// Arrays of NumPy, alone and in archives, and gzip: every type and order, and damage of every kind.
#include <cmath>

#include <data/readers_support.hpp>

namespace protea {
namespace {

using readers::little_endian;
using readers::npy;
using readers::parse_error;
using readers::raw;
using Words = std::vector<std::string>;
using Numbers = std::vector<double>;

// X, float32 3 x 2, and y, strings a, bé, a: deflated by Python's zipfile with the 64-bit extra fields that
// NumPy writes.
constexpr std::string_view deflated_npz(
    "\x50\x4b\x03\x04\x2d\x00\x00\x00\x08\x00\x00\x00\x21\x00\xff\xbf\x42\x35\xff\xff\xff\xff\xff\xff\xff\xff\x05\x00"
    "\x14\x00\x58\x2e\x6e\x70\x79\x01\x00\x10\x00\x98\x00\x00\x00\x00\x00\x00\x00\x58\x00\x00\x00\x00\x00\x00\x00\x9b"
    "\xec\x17\xea\x1b\x10\xc9\xc8\x50\xc6\x50\xad\x9e\x92\x5a\x9c\x5c\xa4\x6e\xa5\xa0\x6e\x93\x66\xa2\xae\xa3\xa0\x9e"
    "\x96\x5f\x54\x52\x94\x98\x17\x9f\x5f\x94\x92\x0a\x12\x77\x4b\xcc\x29\x4e\x05\x8a\x17\x67\x24\x16\xa4\x02\xf9\x1a"
    "\xc6\x3a\x0a\x46\x9a\x3a\x0a\xb5\x0a\x64\x03\x2e\x06\x86\x06\x7b\x06\x06\x06\x07\x20\x02\xe2\x06\x20\x5e\x00\xc4"
    "\x07\x1c\x00\x50\x4b\x03\x04\x2d\x00\x00\x00\x08\x00\x00\x00\x21\x00\x04\x87\x1a\xf4\xff\xff\xff\xff\xff\xff\xff"
    "\xff\x05\x00\x14\x00\x79\x2e\x6e\x70\x79\x01\x00\x10\x00\x98\x00\x00\x00\x00\x00\x00\x00\x4f\x00\x00\x00\x00\x00"
    "\x00\x00\x9b\xec\x17\xea\x1b\x10\xc9\xc8\x50\xc6\x50\xad\x9e\x92\x5a\x9c\x5c\xa4\x6e\xa5\xa0\x6e\x13\x6a\xa4\xae"
    "\xa3\xa0\x9e\x96\x5f\x54\x52\x94\x98\x17\x9f\x5f\x94\x92\x0a\x12\x77\x4b\xcc\x29\x4e\x05\x8a\x17\x67\x24\x16\xa4"
    "\x02\xf9\x1a\xc6\x3a\x9a\x3a\x0a\xb5\x0a\x14\x00\xae\x44\x06\x08\x48\x02\xe2\x97\x40\x0c\xe3\x03\x00\x50\x4b\x01"
    "\x02\x2d\x03\x2d\x00\x00\x00\x08\x00\x00\x00\x21\x00\xff\xbf\x42\x35\x58\x00\x00\x00\x98\x00\x00\x00\x05\x00\x00"
    "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80\x01\x00\x00\x00\x00\x58\x2e\x6e\x70\x79\x50\x4b\x01\x02\x2d\x03\x2d\x00"
    "\x00\x00\x08\x00\x00\x00\x21\x00\x04\x87\x1a\xf4\x4f\x00\x00\x00\x98\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00"
    "\x00\x00\x00\x00\x80\x01\x8f\x00\x00\x00\x79\x2e\x6e\x70\x79\x50\x4b\x05\x06\x00\x00\x00\x00\x02\x00\x02\x00\x66"
    "\x00\x00\x00\x15\x01\x00\x00\x00\x00",
    401);

constexpr std::string_view gzipped_csv(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x4b\xd4\x49\xe2\x32\xd4\x31\xe2\x02\x00\x7b\x07\x97\x0a\x08\x00\x00\x00",
    28);

Table read_npy(const std::string& bytes) { return parse_table(bytes, "a.npy", Format::npy); }
std::string npy_error(const std::string& bytes) { return parse_error(bytes, "a.npy", Format::npy); }

std::uint32_t crc32_of(std::string_view bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320u : 0u);
  }
  return ~crc;
}

// A zip archive with stored members.
std::string zip(std::initializer_list<std::pair<std::string, std::string>> members) {
  std::string archive;
  std::string directory;
  for (const auto& [name, bytes] : members) {
    const std::string common = little_endian(crc32_of(bytes), 4) + little_endian(bytes.size(), 4) +
                               little_endian(bytes.size(), 4) + little_endian(name.size(), 2) + little_endian(0, 2);
    directory +=
        "PK\x01\x02" + std::string(12, '\0') + common + std::string(10, '\0') + little_endian(archive.size(), 4) + name;
    archive += "PK\x03\x04" + std::string(10, '\0') + common + name + bytes;
  }
  return archive + directory + "PK\x05\x06" + std::string(6, '\0') + little_endian(members.size(), 2) +
         little_endian(directory.size(), 4) + little_endian(archive.size(), 4) + std::string(2, '\0');
}

TEST(NpyReader, ReadsEveryNumberType) {
  const auto numbers = [](const std::string& bytes) { return read_npy(bytes).columns.at(0).numbers; };
  EXPECT_EQ(numbers(npy("<f8", "(2,)", raw<double>({1.5, -2}))), (Numbers{1.5, -2}));
  EXPECT_EQ(numbers(npy("<f4", "(2,)", raw<float>({1.5F, -2}))), (Numbers{1.5, -2}));
  EXPECT_EQ(numbers(npy("|i1", "(2,)", "\xff\x02")), (Numbers{-1, 2}));
  EXPECT_EQ(numbers(npy("|u1", "(2,)", "\xff\x02")), (Numbers{255, 2}));
  EXPECT_EQ(numbers(npy("|b1", "(2,)", std::string("\x01\x00", 2))), (Numbers{1, 0}));
  EXPECT_EQ(numbers(npy("<i2", "(1,)", "\xfe\xff")), (Numbers{-2}));
  EXPECT_EQ(numbers(npy("<u2", "(1,)", "\xfe\xff")), (Numbers{65534}));
  EXPECT_EQ(numbers(npy("<i4", "(1,)", raw<std::int32_t>({-7}))), (Numbers{-7}));
  EXPECT_EQ(numbers(npy("<u4", "(1,)", raw<std::uint32_t>({4000000000u}))), (Numbers{4e9}));
  EXPECT_EQ(numbers(npy("<i8", "(1,)", raw<std::int64_t>({-7}))), (Numbers{-7}));
  EXPECT_EQ(numbers(npy("<u8", "(1,)", raw<std::uint64_t>({7}))), (Numbers{7}));
  EXPECT_EQ(numbers(npy(">i2", "(2,)", std::string("\x01\x00\x00\x03", 4))), (Numbers{256, 3}));
  EXPECT_EQ(numbers(npy(">f8", "(1,)", std::string("\x3f\xf8\x00\x00\x00\x00\x00\x00", 8))), (Numbers{1.5}));
}

TEST(NpyReader, ReadsBothOrdersAndAllVersions) {
  const std::string data = raw<double>({1, 2, 3, 4, 5, 6});
  for (int version = 1; version <= 3; ++version) {
    const Table rows = read_npy(npy("<f8", "(2, 3)", data, version));
    ASSERT_EQ(rows.columns.size(), 3u);
    EXPECT_EQ(rows.columns[1].numbers, (Numbers{2, 5}));
    const Table columns = read_npy(npy("<f8", "(2, 3)", data, version, "True"));
    EXPECT_EQ(columns.columns[1].numbers, (Numbers{3, 4}));
    EXPECT_EQ(columns.place(1, 2), "a.npy row 2, column 3");
  }
}

// Integers are not looked at where they are. The first piece, a megabyte with the header, ends within a row of 400 bytes.
TEST(NpyReader, ReadsNumbersOfAFilePieceByPiece) {
  constexpr std::size_t rows = 3001;
  constexpr std::size_t columns = 100;
  std::string data;
  for (std::size_t i = 0; i < rows * columns; ++i) {
    const auto value = static_cast<std::int32_t>(i);
    data.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  const readers::TemporaryDirectory directory;
  for (const bool is_fortran : {false, true}) {
    const std::string bytes = npy("<i4", "(3001, 100)", data, 1, is_fortran ? "True" : "False");
    const Table table = read_table(directory.file("a.npy", bytes));
    ASSERT_EQ(table.rows(), rows);
    ASSERT_EQ(table.columns.size(), columns);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        const std::size_t place = is_fortran ? j * rows + i : columns * i + j;
        ASSERT_EQ(table.columns[j].numbers[i], static_cast<double>(place)) << i << " " << j;
      }
    }
  }
}

TEST(NpyReader, ReadsStringsInOneDimension) {
  EXPECT_EQ(read_npy(npy("|S3", "(2,)", std::string("ab\0xyz", 6))).columns[0].words, (Words{"ab", "xyz"}));
  EXPECT_EQ(read_npy(npy(">U1", "(1,)", std::string("\x00\x00\x20\xac", 4))).columns[0].words, (Words{"€"}));
}

TEST(NpyReader, TakesNotANumberAsMissing) {
  EXPECT_TRUE(std::isnan(read_npy(npy("<f8", "(1,)", raw<double>({std::nan("")}))).columns[0].numbers[0]));
}

TEST(NpyReader, RefusesWhatItCannotRead) {
  const std::string one = raw<double>({1});
  EXPECT_EQ(npy_error("hello"), "a.npy: not a NumPy array");
  EXPECT_EQ(npy_error(std::string("\x93NUMPY\x01", 7)), "a.npy: the file ends within its header");
  EXPECT_EQ(npy_error(npy("<f8", "(1,)", one, 9)),
            "a.npy: version 9 of the NumPy format is unknown: known are 1, 2, 3");
  EXPECT_EQ(npy_error(npy("|O", "(1,)", one)), "a.npy: arrays of Python objects cannot be read");
  EXPECT_EQ(npy_error(npy("<c16", "(1,)", one + one)), "a.npy: values of type '<c16' cannot be read");
  EXPECT_EQ(npy_error(npy("<f8", "()", one)), "a.npy: expected an array of 1 or 2 dimensions, found 0");
  EXPECT_EQ(npy_error(npy("<f8", "(1, 1, 1)", one)), "a.npy: expected an array of 1 or 2 dimensions, found 3");
  EXPECT_EQ(npy_error(npy("<f8", "(0,)", "")), "a.npy: the file has no rows of data");
  EXPECT_EQ(npy_error(npy("<f8", "(3, 1)", one)),
            "a.npy: 8 bytes are too few for an array of 3 x 1 values of type '<f8'");
  EXPECT_EQ(npy_error(npy("<f8", "(4611686018427387904, 4)", one)),
            "a.npy: 8 bytes are too few for an array of 4611686018427387904 x 4 values of type '<f8'");
  EXPECT_EQ(npy_error(npy("<f8", "(1, x)", one)), "a.npy: the header of the array is damaged");
  EXPECT_EQ(npy_error(npy("|S0", "(1000000000,)", "")), "a.npy: values of type '|S0' cannot be read");
  EXPECT_EQ(npy_error(npy("<f8", "(1, 2)", raw<double>({1, INFINITY}))),
            "a.npy row 1, column 2: infinity is not a usable value");
}

TEST(NpzReader, ReadsDeflatedArraysWithStringLabels) {
  const Table table = parse_table(deflated_npz, "a.npz", Format::npz);
  ASSERT_EQ(table.columns.size(), 3u);
  EXPECT_EQ(table.columns[1].numbers, (Numbers{2, 4, 6}));
  EXPECT_EQ(table.columns[2].name, "class");
  EXPECT_EQ(table.columns[2].words, (Words{"a", "bé", "a"}));
  EXPECT_EQ(table.label_column, 2);
}

TEST(NpzReader, KeepsIntegerLabelsAsTextAndRealOnesAsNumbers) {
  const std::string x = npy("<f8", "(2, 1)", raw<double>({1, 2}));
  const std::string integers = npy("<i8", "(2,)", raw<std::int64_t>({9007199254740993, -1}));
  const Table table = parse_table(zip({{"labels.npy", integers}, {"data.npy", x}}), "a.npz", Format::npz);
  EXPECT_EQ(table.columns[1].words, (Words{"9007199254740993", "-1"}));
  const std::string reals = npy("<f8", "(2,)", raw<double>({0.5, 1}));
  EXPECT_EQ(parse_table(zip({{"X.npy", x}, {"y.npy", reals}}), "a.npz", Format::npz).columns[1].numbers,
            (Numbers{0.5, 1}));
}

TEST(NpzReader, TakesTheFirstArraysThatFitWhenNoNameIsKnown) {
  const std::string x = npy("<f8", "(2, 1)", raw<double>({1, 2}));
  const std::string y = npy("|S1", "(2,)", "uv");
  EXPECT_EQ(parse_table(zip({{"arr_1.npy", y}, {"arr_0.npy", x}}), "a.npz", Format::npz).columns[1].words,
            (Words{"u", "v"}));
  EXPECT_EQ(parse_table(zip({{"arr_0.npy", x}}), "a.npz", Format::npz).label_column, -1);
}

// Three megabytes: several pieces, the last of them not full.
TEST(NpzReader, ReadsStoredArraysOfAFilePieceByPiece) {
  constexpr std::size_t rows = 131'003;
  std::string data;
  std::string labels;
  for (std::size_t i = 0; i < 3 * rows; ++i) {
    const auto value = static_cast<double>(i) / 7;
    data.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  for (std::size_t i = 0; i < rows; ++i) labels += static_cast<char>('a' + i % 3);
  const readers::TemporaryDirectory directory;
  for (const bool is_fortran : {false, true}) {
    const std::string x = npy("<f8", "(131003, 3)", data, 1, is_fortran ? "True" : "False");
    std::string archive = zip({{"X.npy", x}, {"y.npy", npy("|S1", "(131003,)", labels)}});
    const Table table = read_table(directory.file("a.npz", archive));
    ASSERT_EQ(table.rows(), rows);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        const std::size_t place = is_fortran ? j * rows + i : 3 * i + j;
        ASSERT_EQ(table.columns[j].numbers[i], static_cast<double>(place) / 7) << i << " " << j;
      }
      ASSERT_EQ(table.columns[3].words[i], std::string(1, labels[i]));
    }
    archive[2'000'000] = static_cast<char>(archive[2'000'000] ^ 1);
    const std::string name = directory.file("a.npz", archive);
    EXPECT_EQ(readers::data_error([&] { read_table(name); }),
              name + ": the zip archive is damaged: the checksum of 'X.npy' does not fit");
  }
}

TEST(NpzReader, RefusesWhatDoesNotFit) {
  const std::string x = npy("<f8", "(2, 1)", raw<double>({1, 2}));
  const std::string y = npy("|S1", "(3,)", "uvw");
  const auto error = [](const std::string& bytes) { return parse_error(bytes, "a.npz", Format::npz); };
  EXPECT_EQ(error(zip({{"X.npy", x}, {"y.npy", y}})),
            "a.npz array y: expected 2 labels, one for each row of X.npy, found 3 x 1");
  EXPECT_EQ(error(zip({{"y.npy", y}})), "a.npz: holds no array of two dimensions");
  EXPECT_EQ(error("PK"), "a.npz: the zip archive is damaged: its directory is missing");
  std::string altered(deflated_npz);
  altered[90] = static_cast<char>(altered[90] ^ 1);
  EXPECT_TRUE(error(altered).starts_with("a.npz: ")) << error(altered);
  EXPECT_NE(error(altered), "no DataError");
}

TEST(GzipReader, UnpacksWhateverTheNameIs) {
  EXPECT_EQ(parse_table(gzipped_csv, "a.csv", Format::csv).columns[1].numbers, (Numbers{2}));
  const std::string twice = std::string(gzipped_csv) + std::string(gzipped_csv.substr(0)) + std::string(16, '\0');
  EXPECT_EQ(parse_table(twice, "a.csv", Format::csv).rows(), 3u);
}

TEST(GzipReader, RefusesTruncatedAlteredAndTrailingBytes) {
  EXPECT_EQ(parse_error(gzipped_csv.substr(0, 20), "a.csv.gz", Format::csv),
            "a.csv.gz: the compressed data end too early");
  EXPECT_EQ(parse_error(gzipped_csv.substr(0, 2), "a.csv.gz", Format::csv),
            "a.csv.gz: the compressed data end too early");
  std::string altered(gzipped_csv);
  altered[21] = static_cast<char>(altered[21] ^ 1);
  EXPECT_EQ(parse_error(altered, "a.csv.gz", Format::csv), "a.csv.gz: the compressed data are damaged");
  EXPECT_EQ(parse_error(std::string(gzipped_csv) + "abc", "a.csv.gz", Format::csv),
            "a.csv.gz: other bytes follow the compressed data");
}

}   // namespace
}   // namespace protea
