// What survives a stop of a method that trains several parts, machines for instance: the numbers of each as far as it has come.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

class ProgressFile {
 public:
  // `identity` names the run (settings and data). With `resume`, what the file holds, where there is one; that of another run is a UsageError.
  ProgressFile(std::string path, std::string identity, bool resume);

  std::optional<std::vector<double>> find(std::size_t part) const;
  // Takes the place of what was kept of the part before, in the file too. Parts may be trained at the same time.
  void keep(std::size_t part, std::vector<double> numbers);

 private:
  std::string path_;
  std::string identity_;
  std::map<std::size_t, std::vector<double>> parts_;
  mutable std::mutex mutex_;
};

}   // namespace protea
