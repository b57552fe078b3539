#include <cli/command.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace protea::cli {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// What the process reads and writes lies beside the folder, not in it, so that `contents` shows only its own doing.
fs::path beside(const std::string& folder, const std::string& what) { return folder + "." + what; }

pid_t spawn(const std::string& folder, const Invocation& invocation) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  int unread[2] = {-1, -1};
  const std::string out = invocation.output.empty() ? beside(folder, "out").string() : invocation.output;
  const int create = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, 0, beside(folder, "in").c_str(), O_RDONLY, 0);
  if (invocation.has_reader) {
    posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), create, 0600);
  } else {
    EXPECT_EQ(::pipe2(unread, O_CLOEXEC), 0);
    ::close(unread[0]);
    posix_spawn_file_actions_adddup2(&actions, unread[1], 1);
  }
  posix_spawn_file_actions_addopen(&actions, 2, beside(folder, "err").c_str(), create, 0600);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  std::vector<char*> words;
  for (const std::string& word : invocation.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t process = -1;
  const int status = posix_spawnp(&process, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (unread[1] >= 0) ::close(unread[1]);
  EXPECT_EQ(status, 0) << "cannot start " << words[0];
  return status == 0 ? process : -1;
}

// Waits until the file has been written three times, then sends the process the signal, unless that ended before.
int kill_after_writes(pid_t process, const std::string& path, int most, int signal) {
  struct stat last {};
  int writes = 0;
  int status = 0;
  while (writes < most) {
    if (::waitpid(process, &status, WNOHANG) == process) return status;
    struct stat now {};
    if (::stat(path.c_str(), &now) == 0 && (now.st_ino != last.st_ino || now.st_mtim.tv_sec != last.st_mtim.tv_sec ||
                                            now.st_mtim.tv_nsec != last.st_mtim.tv_nsec)) {
      last = now;
      ++writes;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  ::kill(process, signal);
  ::waitpid(process, &status, 0);
  return status;
}

}   // namespace

Json Result::json() const {
  EXPECT_EQ(code, 0) << err;
  Json document = Json::parse(out, nullptr, false);
  EXPECT_FALSE(document.is_discarded()) << "not one JSON document: " << out;
  return document.is_discarded() ? Json() : document;
}

Words protea_words(Words arguments) {
  arguments.insert(arguments.begin(), PROTEA_COMMAND);
  return arguments;
}

Folder::Folder() {
  std::string pattern = (fs::temp_directory_path() / "protea_cli_XXXXXX").string();
  EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  for (const char* what : {"in", "out", "err"}) fs::remove(beside(path_, what), ignored);
}

Result Folder::run(const Invocation& invocation) const {
  std::ofstream(beside(path_, "in"), std::ios::binary) << invocation.input;
  std::ofstream(beside(path_, "out"), std::ios::trunc);
  const pid_t process = spawn(path_, invocation);
  if (process < 0) return {};
  int status = 0;
  if (invocation.kill_after.empty()) ::waitpid(process, &status, 0);
  else status = kill_after_writes(process, path(invocation.kill_after), invocation.writes, invocation.signal);
  Result result;
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  result.out = bytes_of(beside(path_, "out"));
  result.err = bytes_of(beside(path_, "err"));
  return result;
}

Result Folder::protea(Words arguments, const std::string& input) const {
  return run({.words = protea_words(std::move(arguments)), .input = input});
}

Json Folder::json(Words arguments, const std::string& input) const {
  arguments.push_back("--json");
  return protea(std::move(arguments), input).json();
}

std::string Folder::text(Words arguments) const {
  const Result result = protea(std::move(arguments));
  EXPECT_EQ(result.code, 0) << result.err;
  return result.out;
}

bool Folder::has(const std::string& name) const { return fs::exists(path(name)); }

std::string Folder::read(const std::string& name) const {
  EXPECT_TRUE(has(name)) << name << " is not there";
  return bytes_of(path(name));
}

void Folder::write(const std::string& name, const std::string& bytes) const {
  std::ofstream(path(name), std::ios::binary) << bytes;
}

std::map<std::string, std::string> Folder::contents() const {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(path_)) {
    files[fs::relative(entry.path(), path_).string()] = entry.is_regular_file() ? bytes_of(entry.path()) : "";
  }
  return files;
}

void Folder::refuses(Words arguments, int code, const std::string& sentence, const std::string& input) const {
  SCOPED_TRACE(testing::PrintToString(arguments));
  const auto before = contents();
  const Result result = protea(std::move(arguments), input);
  EXPECT_EQ(result.code, code);
  EXPECT_EQ(result.err, "protea: " + sentence + "\n");
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(contents() == before) << "a file was made or changed";
}

void Folder::refuses_naming(Words arguments, int code, const Words& parts) const {
  SCOPED_TRACE(testing::PrintToString(arguments));
  const auto before = contents();
  const Result result = protea(std::move(arguments));
  EXPECT_EQ(result.code, code);
  EXPECT_EQ(result.err.rfind("protea: ", 0), 0u) << result.err;
  EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << "one line: " << result.err;
  for (const std::string& part : parts)
    EXPECT_NE(result.err.find(part), std::string::npos) << part << " is not in " << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(contents() == before) << "a file was made or changed";
}

}   // namespace protea::cli
