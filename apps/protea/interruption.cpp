#include "interruption.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

namespace protea::app {
namespace {

// A handler may touch no more than this.
char last_words[1024];
volatile std::sig_atomic_t asked = 0;

void say_and_end(int signal) {
  const ssize_t written = ::write(STDERR_FILENO, last_words, std::strlen(last_words));
  static_cast<void>(written);
  ::raise(signal);   // whose handler is the default one again
}

void ask(int signal) { asked = signal; }

void handle_by(void (*handler)(int), int flags) {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;   // nohup and the like have the last word
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
}

}   // namespace

SayWhenInterrupted::SayWhenInterrupted(const std::string& sentence) {
  std::snprintf(last_words, sizeof last_words, "%sprotea: %s\n", ::isatty(STDERR_FILENO) != 0 ? "\n" : "",
                sentence.c_str());
  handle_by(say_and_end, static_cast<int>(SA_RESETHAND | SA_NODEFER));
}

SayWhenInterrupted::~SayWhenInterrupted() { handle_by(SIG_DFL, 0); }

AskWhenInterrupted::AskWhenInterrupted() {
  asked = 0;
  handle_by(ask, static_cast<int>(SA_RESETHAND | SA_RESTART));
}

AskWhenInterrupted::~AskWhenInterrupted() { handle_by(SIG_DFL, 0); }

bool AskWhenInterrupted::is_asked() const { return asked != 0; }

void AskWhenInterrupted::end(const std::string& sentence) const {
  std::fputs(fmt::format("protea: {}\n", sentence).c_str(), stderr);
  std::fflush(stdout);
  handle_by(SIG_DFL, 0);
  ::raise(asked);
  std::_Exit(128 + asked);   // where the signal is blocked
}

}   // namespace protea::app
