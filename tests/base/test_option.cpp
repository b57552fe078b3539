#include <gtest/gtest.h>

#include <array>

#include <protea/base/option.hpp>

namespace protea {
namespace {

enum class Colour { red, green };
constexpr auto names_of(Colour) {
  return std::array{std::pair<std::string_view, Colour>{"red", Colour::red},
                    std::pair<std::string_view, Colour>{"green", Colour::green}};
}

struct Lamp {
  double brightness = 1;
  std::int64_t bulbs = 2;
  bool is_on = false;
  Colour colour = Colour::red;

  static constexpr std::string_view name = "lamp";
  static constexpr std::string_view summary = "A lamp.";
  static constexpr auto options() {
    return std::tuple{option("brightness", &Lamp::brightness, "how bright", {.above = 0}),
                      option("bulbs", &Lamp::bulbs, "how many", {.at_least = 1, .at_most = 8}),
                      option("on", &Lamp::is_on, "is it on"), option("colour", &Lamp::colour, "which light")};
  }
};

std::string message_of(std::string_view name, std::string_view text) {
  Lamp lamp;
  try {
    set_option(lamp, "lamp", name, text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Options, AreSetFromText) {
  const Lamp lamp =
      with_settings<Lamp>("lamp", {{"brightness", "2.5"}, {"bulbs", "3"}, {"on", "true"}, {"colour", "green"}});
  EXPECT_EQ(lamp.brightness, 2.5);
  EXPECT_EQ(lamp.bulbs, 3);
  EXPECT_TRUE(lamp.is_on);
  EXPECT_EQ(lamp.colour, Colour::green);
}

TEST(Options, NameTheOptionTheValueAndTheViolatedLimit) {
  EXPECT_EQ(message_of("brightness", "-1"), "lamp.brightness = -1: must be greater than 0");
  EXPECT_EQ(message_of("brightness", "nan"), "lamp.brightness = nan: expected a number");
  EXPECT_EQ(message_of("brightness", "bright"), "lamp.brightness = bright: expected a number");
  EXPECT_EQ(message_of("bulbs", "9"), "lamp.bulbs = 9: must be at least 1 and at most 8");
  EXPECT_EQ(message_of("bulbs", "1.5"), "lamp.bulbs = 1.5: expected a whole number");
  EXPECT_EQ(message_of("on", "perhaps"), "lamp.on = perhaps: expected true or false");
  EXPECT_EQ(message_of("colour", "gren"), "unknown lamp.colour 'gren': did you mean 'green'?");
  EXPECT_EQ(message_of("colour", "ultraviolet"), "unknown lamp.colour 'ultraviolet': known are red, green");
  EXPECT_EQ(message_of("size", "1"), "lamp has no option 'size': its options are brightness, bulbs, on, colour");
}

TEST(Options, ReadBackWhatTheyDescribe) {
  for (const OptionDescription& option : describe_options<Lamp>()) {
    EXPECT_EQ(message_of(option.name, option.default_text), "no error") << option.name;
  }
}

}   // namespace
}   // namespace protea
