// Safetensors files: exact bytes, and every kind of damage.
#include <protea/base/safetensors.hpp>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <protea/base/checksum.hpp>
#include <protea/base/error.hpp>

namespace protea {
namespace {

TensorFile toy() {
  return {.metadata = {{"format", "toy"}},
          .tensors = {{"w", {1, 2}, std::vector<double>{1, -2.5}}, {"c", {2}, std::vector<std::int32_t>{7, -1}}}};
}

// A file made by hand: length, header, data.
std::string assemble(std::string_view header, std::string_view data = "") {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>((header.size() >> (8 * i)) & 0xff));
  return bytes.append(header).append(data);
}

std::string tensor_header(std::string_view type, std::string_view shape, std::string_view offsets) {
  return std::string(R"("a":{"dtype":")").append(type).append(R"(","shape":)").append(shape) + R"(,"data_offsets":)" +
         std::string(offsets) + "}";
}

std::string refusal(std::string_view bytes) {
  try {
    decode_tensors(bytes, "m.protea");
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

bool is_same(const TensorFile& a, const TensorFile& b) { return a.metadata == b.metadata && a.tensors == b.tensors; }

void expect_refusal(std::string_view bytes, const std::string& reason) {
  EXPECT_EQ(refusal(bytes), "m.protea: not a valid safetensors file: " + reason) << bytes.substr(0, 200);
}

TEST(Checksum, OfTheDigitsIsTheKnownAnswerOfCrc32) {
  EXPECT_EQ(checksum("123456789"), "cbf43926");   // the check value of CRC-32/ISO-HDLC
  EXPECT_EQ(checksum(""), "00000000");
}

// The checksums were computed with Python's zlib.crc32; the doubles are IEEE 754 by hand.
TEST(Safetensors, HasExactlyTheBytesOfTheFormat) {
  const std::string header =
      R"({"__metadata__":{"format":"toy","checksum.w":"f277cf7b","checksum.c":"b15cf693","checksum.metadata":"dfb90dcf"},)"
      R"("w":{"dtype":"F64","shape":[1,2],"data_offsets":[0,16]},"c":{"dtype":"I32","shape":[2],"data_offsets":[16,24]}})";
  ASSERT_EQ(header.size(), 223U);
  const std::string expected = std::string("\xe0\0\0\0\0\0\0\0", 8) + header + " " +   // 223 + 1 = 224 = 0xe0
                               std::string("\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\x04\xc0", 16) +
                               std::string("\x07\0\0\0\xff\xff\xff\xff", 8);
  EXPECT_EQ(encode_tensors(toy()), expected);
  EXPECT_TRUE(is_same(decode_tensors(expected, "x"), toy()));
}

TEST(Safetensors, ReadsBackWhatItWrote) {
  constexpr double tiny = std::numeric_limits<double>::denorm_min();
  constexpr double huge = std::numeric_limits<double>::max();
  constexpr auto lowest = std::numeric_limits<std::int32_t>::min();
  const TensorFile file{.metadata = {{"", ""}, {"classes", "[\"söt\",\"\\\"\"]"}, {std::string("a\0\n\x1b", 4), "😀"}},
                        .tensors = {{"odd", {3}, std::vector<std::int32_t>{lowest, 0, -(lowest + 1)}},
                                    {"real", {2, 2}, std::vector<double>{tiny, -huge, 0.1, -0.0}},
                                    {"scalar", {}, std::vector<double>{3}},
                                    {"empty \"quoted\"", {0, 5}, std::vector<double>{}}}};
  const std::string bytes = encode_tensors(file);
  const TensorFile read = decode_tensors(bytes, "m.protea");
  EXPECT_TRUE(is_same(read, file));
  EXPECT_TRUE(std::signbit(read.real_values("real")[3]));
  EXPECT_EQ(encode_tensors(read), bytes);
  EXPECT_TRUE(is_same(decode_tensors(encode_tensors({}), "x"), {}));
}

TEST(Safetensors, BeginsTheDataOnAMultipleOfEight) {
  for (std::size_t length = 0; length < 9; ++length) {
    TensorFile file = toy();
    file.metadata[0].second = std::string(length, 'x');
    EXPECT_EQ(encode_tensors(file).size() % 8, 0U);   // the data of the toy are 24 bytes
  }
}

TEST(Safetensors, FindsByNameAndNamesWhatIsMissing) {
  const TensorFile file = decode_tensors(encode_tensors(toy()), "m.protea");
  EXPECT_EQ(file.metadata_text("format"), "toy");
  EXPECT_EQ(file.real_values("w"), (std::vector<double>{1, -2.5}));
  EXPECT_EQ(file.integer_values("c"), (std::vector<std::int32_t>{7, -1}));
  EXPECT_TRUE(file.has_metadata("format") && file.has_tensor("w"));
  EXPECT_FALSE(file.has_metadata("checksum.w") || file.has_tensor("v"));
  const auto message = [](const std::function<void()>& act) {
    try {
      act();
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string("no DataError");
  };
  EXPECT_EQ(message([&] { file.metadata_text("version"); }), "m.protea: the metadata 'version' is missing");
  EXPECT_EQ(message([&] { file.tensor("v"); }), "m.protea: the tensor 'v' is missing");
  EXPECT_EQ(message([&] { file.real_values("c"); }), "m.protea: the tensor 'c' does not hold real numbers (F64)");
  EXPECT_EQ(message([&] { file.integer_values("w"); }), "m.protea: the tensor 'w' does not hold whole numbers (I32)");
}

TEST(Safetensors, AcceptsAFileThatAnotherProgramReordered) {
  const std::string bytes = assemble(
      R"({ "c":{"shape":[2],"data_offsets":[16,24],"dtype":"I32"}, "w":{"dtype":"F64","shape":[1,2],"data_offsets":[0,16]},)"
      R"("__metadata__":{"checksum.metadata":"dfb90dcf","checksum.c":"b15cf693","format":"toy","checksum.w":"f277cf7b"}})",
      std::string_view("\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\x04\xc0\x07\0\0\0\xff\xff\xff\xff", 24));
  const TensorFile file = decode_tensors(bytes, "m.protea");
  EXPECT_EQ(file.metadata, toy().metadata);
  EXPECT_EQ(file.tensor("w"), toy().tensors[0]);
  EXPECT_EQ(file.tensor("c"), toy().tensors[1]);
}

TEST(Safetensors, RefusesATensorWhoseBytesWereAltered) {
  std::string bytes = encode_tensors({.metadata = {}, .tensors = {{"prototypes", {1}, std::vector<double>{1}}}});
  bytes.back() ^= 1;
  EXPECT_EQ(refusal(bytes),
            "m.protea: the tensor 'prototypes' does not match its checksum: the file is damaged or was altered");
}

TEST(Safetensors, RefusesMetadataOrAShapeThatWasAltered) {
  for (const auto& [from, to] : {std::pair("toy", "top"), std::pair("[1,2]", "[2,1]")}) {
    std::string bytes = encode_tensors(toy());
    bytes.replace(bytes.find(from), std::strlen(from), to);
    EXPECT_EQ(refusal(bytes), "m.protea: the header does not match its checksum: the file is damaged or was altered");
  }
}

TEST(Safetensors, RefusesEveryByteFlipped) {
  const std::string whole = encode_tensors(toy());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const int mask : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
      std::string bytes = whole;
      bytes[i] = static_cast<char>(bytes[i] ^ mask);
      EXPECT_NE(refusal(bytes), "accepted") << "byte " << i << " with " << mask;
    }
  }
}

TEST(Safetensors, RefusesATruncationAtEveryLength) {
  const std::string whole = encode_tensors(toy());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_NE(refusal(std::string_view(whole).substr(0, length)), "accepted") << length;
  }
}

TEST(Safetensors, RefusesRandomDamage) {
  const std::string whole = encode_tensors(toy());
  std::mt19937 generator(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = whole;
    for (unsigned edits = 1 + generator() % 4; edits > 0; --edits) {
      const std::size_t at = generator() % bytes.size();
      if (generator() % 4 == 0) {
        bytes.erase(at, 1 + generator() % 8);
      } else if (generator() % 3 == 0) {
        bytes.insert(at, bytes.substr(generator() % bytes.size(), generator() % 20));
      } else {
        bytes[at] = static_cast<char>(generator());
      }
      if (bytes.empty()) break;
    }
    EXPECT_TRUE(refusal(bytes) != "accepted" || is_same(decode_tensors(bytes, "x"), toy())) << bytes;
  }
}

TEST(Safetensors, RefusesAHeaderThatDoesNotFitIntoTheFile) {
  expect_refusal("1234567", "it has only 7 bytes");
  const std::string reason = "its header does not fit into the file, which may have been cut off or be of another kind";
  expect_refusal("sepal_length,sepal_width\n5.1,3.5\n", reason);
  expect_refusal(std::string(8, '\xff') + "{}", reason);
  expect_refusal(std::string("\x03\0\0\0\0\0\0\0{}", 10), reason);
  const std::string large(100'000'001, ' ');
  expect_refusal(assemble(large), reason);
}

TEST(Safetensors, RefusesAHeaderThatIsNotTheExpectedJson) {
  const std::string no_object = "the header is not a JSON object";
  for (const std::string_view header : {"", "   ", "[]", " {}", "{}\n", "\xef\xbb\xbf{}"}) {
    expect_refusal(assemble(header), no_object);
  }
  expect_refusal(assemble(std::string_view("{}\0x}", 5)), no_object);
  expect_refusal(assemble("{{}"), "the header is not valid JSON at byte 10");
  expect_refusal(assemble("{} {}"), "the header is not valid JSON at byte 12");
  expect_refusal(assemble("{\"\xff\":{}}"), "the header is not valid JSON at byte 11");
  expect_refusal(assemble(R"({"a":1})"), "unexpected number in the header at 'a'");
  expect_refusal(assemble(R"({"a":null})"), "unexpected null in the header at 'a'");
  expect_refusal(assemble(R"({"a":[]})"), "unexpected array in the header at 'a'");
  expect_refusal(assemble(R"({"a":"x"})"), "unexpected text in the header at 'a'");
  expect_refusal(assemble(R"({"a":{}})"), "the tensor 'a' lacks its dtype, shape or data_offsets");
  expect_refusal(assemble(R"({"a":{"size":1}})"), "unexpected field 'size' in the header at 'a'");
  expect_refusal(assemble(R"({"a":{"dtype":[]}})"), "unexpected array in the header at 'a'");
  expect_refusal(assemble(R"({"a":{"dtype":true}})"), "unexpected true or false in the header at 'a'");
  expect_refusal(assemble(R"({"__metadata__":1})"), "unexpected number in the header at '__metadata__'");
  expect_refusal(assemble(R"({"__metadata__":{"k":1}})"), "unexpected number in the header at 'k'");
  expect_refusal(assemble(R"({"__metadata__":{"k":{}}})"), "unexpected object in the header at 'k'");
}

TEST(Safetensors, RefusesDeepNestingWithoutFollowingIt) {
  const auto repeated = [](std::string_view part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += part;
    return text;
  };
  expect_refusal(assemble(repeated(R"({"a":)", 1'000'000) + "}"), "unexpected field 'a' in the header at 'a'");
  expect_refusal(assemble(R"({"a":{"shape":)" + repeated("[", 1'000'000) + "}"),
                 "unexpected array in the header at 'a'");
}

TEST(Safetensors, RefusesRepeatedNames) {
  const std::string empty = R"(:{"dtype":"F64","shape":[0],"data_offsets":[0,0]})";
  expect_refusal(assemble("{\"a\"" + empty + ",\"a\"" + empty + "}"), "two tensors are called 'a'");
  expect_refusal(assemble(R"({"__metadata__":{"k":"1","k":"1"}})"), "the metadata has 'k' twice");
  expect_refusal(assemble(R"({"__metadata__":{},"__metadata__":{}})"), "it has two sets of metadata");
  expect_refusal(assemble(R"({"a":{"dtype":"F64","dtype":"F64"}})"),
                 "unexpected second field 'dtype' in the header at 'a'");
}

TEST(Safetensors, RefusesTensorsThatDoNotCoverTheDataExactly) {
  const std::string data(16, '\0');
  const auto one = [&](std::string_view type, std::string_view shape, std::string_view offsets) {
    return assemble("{" + tensor_header(type, shape, offsets) + "}", data);
  };
  const auto two = [&](std::string_view offsets) {
    return assemble("{" + tensor_header("F64", "[1]", "[0,8]") + R"(,"b":{"dtype":"F64","shape":[1],"data_offsets":)" +
                        std::string(offsets) + "}}",
                    data);
  };
  const std::string outside = "the tensor 'a' lies outside the file, which may have been cut off";
  const std::string wrong_size = "the tensor 'a' does not have the bytes its shape asks for";
  expect_refusal(one("F64", "[3]", "[0,24]"), outside);
  expect_refusal(one("F64", "[1]", "[16,8]"), outside);
  expect_refusal(one("F64", "[1]", "[18446744073709551608,0]"), outside);
  expect_refusal(one("F64", "[1]", "[0,16]"), wrong_size);
  expect_refusal(one("I32", "[2,3]", "[0,16]"), wrong_size);
  expect_refusal(one("F64", "[4294967296,4294967296]", "[0,0]"), wrong_size);   // 2^64 = 0 if it wrapped
  expect_refusal(one("F64", "[2305843009213693954]", "[0,16]"), wrong_size);    // (2^61 + 2) · 8 = 16 if it wrapped
  expect_refusal(one("F64", "[1]", "[0,8]"), "8 bytes follow the last tensor");
  expect_refusal(one("F64", "[1]", "[8,16]"), "the tensor 'a' leaves a gap after the one before it");
  expect_refusal(two("[0,8]"), "the tensor 'b' overlaps the one before it");
  expect_refusal(two("[4,12]"), "the tensor 'b' overlaps the one before it");
  expect_refusal(one("F32", "[4]", "[0,16]"), "the tensor 'a' has the type 'F32': known are F64 and I32");
  expect_refusal(one("F64", "[2]", "[0]"), "the tensor 'a' needs two data_offsets");
  expect_refusal(one("F64", "[2]", "[0,16,16]"), "the tensor 'a' needs two data_offsets");
  expect_refusal(one("F64", "[-2]", "[0,16]"), "unexpected negative number in the header at 'a'");
  expect_refusal(one("F64", "[2.0]", "[0,16]"), "unexpected fraction or large number in the header at 'a'");
  expect_refusal(one("F64", "[99999999999999999999]", "[0,16]"),
                 "unexpected fraction or large number in the header at 'a'");
  expect_refusal(one("F64", "2", "[0,16]"), "unexpected number in the header at 'a'");
  expect_refusal(encode_tensors(toy()) + "x", "1 bytes follow the last tensor");
}

TEST(Safetensors, RefusesAFileWithoutChecksums) {
  EXPECT_EQ(refusal(assemble("{" + tensor_header("F64", "[1]", "[0,8]") + "}", std::string(8, '\0'))),
            "m.protea: the header has no checksum: the file was altered or not written by protea");
}

TEST(Safetensors, NeverWritesNanOrInfinity) {
  for (const double value : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    try {
      encode_tensors({.metadata = {}, .tensors = {{"prototypes", {2}, std::vector<double>{1, value}}}});
      FAIL();
    } catch (const NumericalError& error) {
      EXPECT_EQ(error.what(), "the tensor 'prototypes' holds " + std::string(std::isnan(value) ? "nan" : "inf") +
                                  " at position 1: only finite numbers can be stored");
    }
  }
}

// With checksums that match, as another program would write them.
TEST(Safetensors, NeverReadsNanOrInfinity) {
  for (const std::string_view last_bytes : {"\xf0\x7f", "\xf8\x7f", "\xf0\xff"}) {
    const std::string data = std::string(6, '\0') + std::string(last_bytes);
    const std::string own = checksum(data);
    const std::string all = checksum("10:checksum.a8:" + own + "\n1:a F64 [1]\n");
    const std::string refused =
        refusal(assemble(R"({"__metadata__":{"checksum.a":")" + own + R"(","checksum.metadata":")" + all + R"("},)" +
                             tensor_header("F64", "[1]", "[0,8]") + "}",
                         data));
    EXPECT_NE(refused.find("m.protea: the tensor 'a' holds "), std::string::npos) << refused;
    EXPECT_NE(refused.find(" at position 0: only finite numbers are allowed"), std::string::npos) << refused;
  }
}

TEST(Safetensors, RefusesToWriteWhatItCouldNotReadBack) {
  const std::vector<double> one = {1};
  EXPECT_THROW(encode_tensors({.metadata = {}, .tensors = {{"a", {2}, one}}}), UsageError);
  EXPECT_THROW(encode_tensors({.metadata = {}, .tensors = {{"a", {1}, one}, {"a", {1}, one}}}), UsageError);
  EXPECT_THROW(encode_tensors({.metadata = {}, .tensors = {{"__metadata__", {1}, one}}}), UsageError);
  EXPECT_THROW(encode_tensors({.metadata = {}, .tensors = {{"metadata", {1}, one}}}), UsageError);
  EXPECT_THROW(encode_tensors({.metadata = {{"k", ""}, {"k", ""}}, .tensors = {}}), UsageError);
  EXPECT_THROW(encode_tensors({.metadata = {{"checksum.k", ""}}, .tensors = {}}), UsageError);
  EXPECT_THROW(encode_tensors({.metadata = {{"class", "s\xf6t"}}, .tensors = {}}), DataError);   // Latin-1
}

}   // namespace
}   // namespace protea
