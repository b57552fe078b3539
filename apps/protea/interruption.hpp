// Ctrl-C while a command works: what is kept is said before the process ends by the signal, as shells expect.
#pragma once

#include <string>

namespace protea::app {

// While it lives, SIGINT and SIGTERM say the sentence and end the process.
class SayWhenInterrupted {
 public:
  explicit SayWhenInterrupted(const std::string& sentence);
  ~SayWhenInterrupted();
  SayWhenInterrupted(const SayWhenInterrupted&) = delete;
  SayWhenInterrupted& operator=(const SayWhenInterrupted&) = delete;
};

// While it lives, the first SIGINT or SIGTERM only asks to come to an end; a second one ends the process at once.
class AskWhenInterrupted {
 public:
  AskWhenInterrupted();
  ~AskWhenInterrupted();
  AskWhenInterrupted(const AskWhenInterrupted&) = delete;
  AskWhenInterrupted& operator=(const AskWhenInterrupted&) = delete;

  bool is_asked() const;
  // Says the sentence and ends the process by the signal that asked.
  [[noreturn]] void end(const std::string& sentence) const;
};

}   // namespace protea::app
