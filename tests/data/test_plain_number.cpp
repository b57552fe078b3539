// Numbers read eight characters at a time are those of the C library, to the bit.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <protea/base/random.hpp>
#include <protea/data/plain_number.hpp>

namespace protea {
namespace {

// How many characters of `text` are read as a number, 0 for none.
std::size_t read_length(const std::string& text, double& value) {
  const std::string room = text + std::string(plain_number_reach, ',');
  const char* const end = plain_number_at(room.data(), value);
  return end == nullptr ? 0 : static_cast<std::size_t>(end - room.data());
}

TEST(PlainNumber, IsTheNearestDoubleAsTheCLibraryFindsIt) {
  Random random(1, Purpose::generator);
  const auto digits = [&](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += static_cast<char>('0' + static_cast<int>(random.uniform() * 10));
    return text;
  };
  std::size_t read = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string text = random.uniform() < 0.5 ? "-" : "";
    text += random.uniform() < 0.3 ? "0" : digits(1 + static_cast<std::size_t>(random.uniform() * 7));
    if (random.uniform() < 0.9) text += "." + digits(1 + static_cast<std::size_t>(random.uniform() * 18));
    double value = 0;
    if (const std::size_t length = read_length(text, value)) {
      ASSERT_EQ(length, text.size()) << text;
      ASSERT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
          << text;
      ++read;
    }
  }
  EXPECT_GT(read, 100'000u);   // up to 15 digits in all are below 2⁵³, as most of these texts have
}

TEST(PlainNumber, EndsWhereTheDigitsEnd) {
  double value = 0;
  EXPECT_EQ(read_length("12.5e3", value), 4u) << "who asks looks at what follows";
  EXPECT_EQ(read_length("7 ", value), 1u);
  EXPECT_EQ(value, 7);
  EXPECT_EQ(read_length("-0", value), 2u);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(value), 1ULL << 63);
  EXPECT_EQ(read_length("0.00000001", value), 10u);
  EXPECT_EQ(value, 1e-8);
}

TEST(PlainNumber, LeavesEverythingElseToOthers) {
  double value = 0;
  for (const std::string text : {"", "-", ".5", "-.5", "+1", "1.", "abc", "12345678", "nan", "--1",
                                 "1.1234567890123456", "9.007199254740993", ":", "/"}) {
    EXPECT_EQ(read_length(text, value), 0u) << text;
  }
}

}   // namespace
}   // namespace protea
