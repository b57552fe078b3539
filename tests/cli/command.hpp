// What the tests of the command line share: a folder to work in, and the command run there as a process of its own.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace protea::cli {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

struct Result {
  int code = -1;    // of exit; -1 when a signal ended it
  int signal = 0;   // 0 when it ended by itself
  std::string out;
  std::string err;

  // All of standard output as one JSON document; a failure and null when it is anything else.
  Json json() const;
};

struct Invocation {
  Words words;                   // program and arguments, handed over as they are: no shell sees them
  std::string input = {};        // standard input
  std::string output = {};       // standard output goes to this file instead of Result::out
  std::string kill_after = {};   // a signal when this file of the folder has been written
  int writes = 3;                // so often
  int signal = 9;                // which: SIGKILL
  bool has_reader = true;        // false: standard output is a pipe that nobody reads
};

// An empty folder that is the working directory of every run and vanishes with the object.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  Result run(const Invocation& invocation) const;
  // protea with these arguments
  Result protea(Words arguments, const std::string& input = {}) const;
  // protea with these arguments and --json; it must succeed.
  Json json(Words arguments, const std::string& input = {}) const;
  // protea with these arguments, which must succeed; what it printed
  std::string text(Words arguments) const;

  std::string path(const std::string& name) const { return path_ + "/" + name; }
  bool has(const std::string& name) const;
  std::string read(const std::string& name) const;
  void write(const std::string& name, const std::string& bytes) const;
  std::map<std::string, std::string> contents() const;   // of every file, by name

  // The command fails with this code and says this one sentence, prints nothing and leaves every file as it was.
  void refuses(Words arguments, int code, const std::string& sentence, const std::string& input = {}) const;
  // The same for a sentence of which only parts matter.
  void refuses_naming(Words arguments, int code, const Words& parts) const;

 private:
  std::string path_;
};

Words protea_words(Words arguments);

// Data that R and Python users would write by hand: a header, numbers, a class in the last column.
inline const std::string four_samples = "a,b,class\n1,2,x\n3,4,y\n1.5,2.5,x\n2.5,3.5,y\n";

}   // namespace protea::cli
