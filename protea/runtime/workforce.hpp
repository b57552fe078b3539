// Whoever holds rows that are not in this process: in groups (base/row_groups.hpp), each asked the same question.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <protea/base/export.hpp>

namespace PROTEA_EXPORT protea {

class Workforce {
 public:
  virtual ~Workforce() = default;
  // What these groups answer, in the order given; no groups: all, in their order. Throws what a group throws.
  virtual std::vector<std::string> ask(const std::string& question, std::span<const std::uint32_t> groups = {}) = 0;
};

}   // namespace protea
