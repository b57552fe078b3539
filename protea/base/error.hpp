// The three kinds of failure; each message is one sentence that names what, where, the value and the remedy.
#pragma once

#include <stdexcept>
#include <string>

namespace protea {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Asked for something that does not exist or does not fit together. Exit code 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

// The data, or a file, is not what it should be. The message starts with file:line:column where they are known. Exit code 3.
class DataError : public Error {
 public:
  using Error::Error;
};

// Numbers left their domain during a computation. Exit code 4.
class NumericalError : public Error {
 public:
  using Error::Error;
};

}  // namespace protea
