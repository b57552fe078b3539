// The three kinds of failure; each message is one sentence that names what, where, the value and the remedy.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

// A setting inside a message. It reads `missing = mean`, or `rule.rate` without a value; a front end may spell it in
// its own way.
std::string setting(std::string_view name, std::string_view value = {});

using SettingSpelling = std::function<std::string(std::string_view name, std::string_view value)>;
// A message with its settings spelled so; without a spelling, as above.
std::string spelled(std::string_view marked, const SettingSpelling& spelling = {});

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(spelled(message)), marked_(message) {}
  // The message in which settings can still be told from words: for whoever passes it on.
  const std::string& marked() const { return marked_; }

 private:
  std::string marked_;
};

// Asked for something that does not exist or does not fit together. Exit code 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

// The data, or a file, is not what it should be. The message starts with file:line:column where they are known.
// Exit code 3.
class DataError : public Error {
 public:
  using Error::Error;
};

// Numbers left their domain during a computation. Exit code 4.
class NumericalError : public Error {
 public:
  using Error::Error;
};

}   // namespace protea
