// Rows in groups (base/row_groups.hpp) as a plain method asks them: each group the same, and the answers come in their order,
// from this process (groups_here.hpp) or from others (groups_elsewhere.hpp). A method that learns in this way ends with
// the same bytes wherever the groups are.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/data/dataset.hpp>

namespace PROTEA_EXPORT protea {

// The rows of a group; of targets there is one kind at most.
struct RowsOfGroup {
  MatrixView x;   // in model units
  std::span<const Label> y = {};
  Row numbers = {};
  Row weights = {};   // empty: all one
};

class GroupedRows {
 public:
  using Use = std::function<void(const std::vector<double>& answer)>;

  virtual ~GroupedRows() = default;
  virtual std::size_t size() const = 0;   // rows of all groups
  virtual std::size_t features() const = 0;
  virtual const std::vector<std::string>& class_names() const = 0;
  virtual std::vector<std::size_t> class_sizes() const = 0;   // of each name
  // What the method's answer_of(group, what, parameters) says of one group after the other.
  virtual void ask(std::size_t what, Row parameters, const Use& use) = 0;
  // Every `step`-th row: use(some).
  virtual void look_at_each(std::size_t step, const std::function<void(const RowsOfGroup&)>& use) = 0;

  // The sum of all answers, which are of equal length.
  std::vector<double> sum(std::size_t what, Row parameters) {
    std::vector<double> all;
    ask(what, parameters, [&](const std::vector<double>& answer) {
      if (all.empty()) all.assign(answer.size(), 0.0);
      for (std::size_t i = 0; i < all.size(); ++i) all[i] += answer[i];
    });
    return all;
  }
};

}   // namespace protea
