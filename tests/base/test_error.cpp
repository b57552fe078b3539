#include <gtest/gtest.h>

#include <protea/base/error.hpp>

namespace protea {
namespace {

// Spellings of two front ends: a command line and a language with keyword arguments.
std::string as_flag(std::string_view name, std::string_view value) {
  return "--" + std::string(name) + (value.empty() ? "" : " " + std::string(value));
}

std::string as_argument(std::string_view name, std::string_view value) {
  return std::string(name) + (value.empty() ? "" : "=\"" + std::string(value) + "\"");
}

TEST(Setting, ReadsAsNameAndValueWhereNobodySpellsIt) {
  EXPECT_EQ(spelled("use " + setting("missing", "mean") + " or median"), "use missing = mean or median");
  EXPECT_EQ(spelled("give " + setting("rule.rate") + " a number"), "give rule.rate a number");
  EXPECT_EQ(spelled(setting("missing", "mean")), "missing = mean");
}

TEST(Setting, IsSpelledAsTheFrontEndWants) {
  const std::string sentence = "use " + setting("missing", "mean") + ", or name it with " + setting("label");
  EXPECT_EQ(spelled(sentence, as_flag), "use --missing mean, or name it with --label");
  EXPECT_EQ(spelled(sentence, as_argument), "use missing=\"mean\", or name it with label");
}

TEST(Setting, CanStandBesideAnother) {
  const std::string two = setting("r0", "0.1,0") + setting("q0", "0.02");
  EXPECT_EQ(spelled(two, as_argument), "r0=\"0.1,0\"q0=\"0.02\"");
  EXPECT_EQ(spelled(setting("r0", "0.1,0") + " " + setting("q0", "0.02") + " " + setting("label"), as_flag),
            "--r0 0.1,0 --q0 0.02 --label");
}

TEST(Setting, MayHaveAnySignInItsValue) {
  EXPECT_EQ(spelled(setting("grid", "prototypes=1,2"), as_flag), "--grid prototypes=1,2");
  EXPECT_EQ(spelled(setting("data", "{} %s \"größe\"\n"), as_flag), "--data {} %s \"größe\"\n");
}

TEST(Spelling, LeavesTextWithoutSettingsAsItIs) {
  for (const std::string text :
       {"", "wine.csv:17:4: expected a number, found 'abc'", "missing = mask: use --missing mean"}) {
    EXPECT_EQ(spelled(text), text);
    EXPECT_EQ(spelled(text, as_flag), text);
  }
}

// Text of others may hold the sign around a setting; no word may be lost by it, and no setting before or behind it.
TEST(Spelling, TakesHalfAMarkForNone) {
  const std::string whole = setting("missing", "mean");
  const std::string sign = whole.substr(0, 1);
  EXPECT_EQ(spelled(sign, as_flag), "");
  EXPECT_EQ(spelled("a" + sign + "b", as_flag), "ab");
  EXPECT_EQ(spelled("a" + sign + "b" + sign + "c", as_flag), "abc")
      << "a pair without a name and a value is no setting either";
  EXPECT_EQ(spelled("found '" + sign + "': use " + whole + " now", as_flag), "found '': use --missing mean now");
  EXPECT_EQ(spelled("use " + whole + ", not '" + sign + "'", as_flag), "use --missing mean, not ''");
  EXPECT_EQ(spelled(setting("data", "a" + sign + "b") + " is no directory", as_flag), "--data ab is no directory");
  const std::string torn = spelled("use " + whole.substr(0, whole.size() - 1), as_flag);
  EXPECT_TRUE(torn.starts_with("use missing") && torn.ends_with("mean")) << torn;
}

TEST(Error, SaysSettingsPlainlyAndKeepsTheirMarks) {
  const UsageError error("use " + setting("missing", "mean"));
  EXPECT_STREQ(error.what(), "use missing = mean");
  EXPECT_EQ(spelled(error.marked(), as_flag), "use --missing mean");
  EXPECT_EQ(spelled(error.marked(), as_argument), "use missing=\"mean\"");
}

TEST(Error, WithoutSettingsIsTheSameEitherWay) {
  const DataError error("wine.csv: there are no rows");
  EXPECT_EQ(error.what(), error.marked());
}

TEST(Error, WrappedInAnotherKeepsItsMarks) {
  const auto wrapped = [] {
    try {
      throw UsageError("use " + setting("missing", "mean"));
    } catch (const Error& inner) {
      return DataError("wine.csv: " + inner.marked() + ", or " + setting("scale", "none"));
    }
  }();
  EXPECT_STREQ(wrapped.what(), "wine.csv: use missing = mean, or scale = none");
  EXPECT_EQ(spelled(wrapped.marked(), as_flag), "wine.csv: use --missing mean, or --scale none");
  const NumericalError again("epoch 3: " + std::string(wrapped.what()));
  EXPECT_EQ(spelled(again.marked(), as_flag), again.what()) << "what() has forgotten which words were settings";
}

}   // namespace
}   // namespace protea
