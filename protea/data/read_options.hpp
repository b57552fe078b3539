// How a file is to be read, where its contents do not say or should not be asked.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/data/number_cells.hpp>

namespace PROTEA_EXPORT protea {

enum class Format { automatic, csv, tsv, lvq_pak, libsvm, arff, npy, npz };

// Does the first row of separated text name the columns?
enum class Header { automatic, yes, no };
constexpr auto names_of(Header) {
  return std::array{std::pair<std::string_view, Header>{"automatic", Header::automatic},
                    std::pair<std::string_view, Header>{"yes", Header::yes},
                    std::pair<std::string_view, Header>{"no", Header::no}};
}

// How parts of a file may be read at the same time. What is read does not depend on it.
struct ReadTasks {
  std::size_t count = 1;
  // Runs task(0) … task(count − 1), in any order, and returns when all are done; Runtime::run does.
  std::function<void(std::size_t count, const std::function<void(std::size_t)>& task)> run = {};
};

struct ReadOptions {
  // The label column as find_label_column() understands it: its cells are kept as they are spelled, so that the classes
  // 01 and 1 stay two.
  std::string label = "none";
  Format format = Format::automatic;
  Header header = Header::automatic;
  std::vector<std::string> missing = {};   // marks of missing values beside the usual ones; a number is meant by value
  std::size_t memory = 0;                  // bytes that unpacking may take, as unpack_gzip() understands it
  ReadTasks tasks = {};
  StoragePrecision precision = StoragePrecision::float64;   // of features, as Table passes it on
};

}   // namespace protea
