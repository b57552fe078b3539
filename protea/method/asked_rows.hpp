// Rows in other processes as any training asks about them, before it knows how to prepare them: how many there are, of which
// classes, and what a preparation is learned from.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/by_class.hpp>
#include <protea/method/row_questions.hpp>
#include <protea/runtime/workforce.hpp>

namespace PROTEA_EXPORT protea {

struct RowsOfOthers {
  Workforce& workforce;   // stays where it is
  Dataset names;          // the source, the names of features and classes, and no rows
  bool has_weights = false;
};

// Rows that were asked for, in model units.
struct BroughtRows {
  Matrix x;
  std::vector<Label> y = {};
  std::vector<double> numbers = {};
  std::vector<double> weights = {};            // of the rows
  std::vector<double> training_weights = {};   // with those of their classes
};

class AskedRows {
 public:
  explicit AskedRows(RowsOfOthers rows);

  const Dataset& names() const { return rows_.names; }
  bool has_weights() const { return rows_.has_weights; }
  std::size_t size() const { return static_cast<std::size_t>(sums_.rows); }
  const FeatureSums& sums() const { return sums_; }   // of the first pass
  // Where the rows of each group end among all (0), or among those of a class (from 1).
  const std::vector<std::uint32_t>& ends(std::size_t of_class) const { return ends_[of_class]; }
  std::size_t classes() const { return ends_.size() - 1; }
  // A row of each class that has some, which stands for all where targets are looked at.
  Dataset present() const;
  // Throws a UsageError where rows with gaps were to be left out before.
  Preparation learn_preparation(Missing missing, Scaling scaling) const;
  std::vector<double> factors_of(const ClassWeights& class_weights) const;   // empty: all one

  // Rows in ascending order, of all or of a class, as the rows of `plan` are prepared.
  BroughtRows bring(const std::string& plan, std::size_t of_class, std::span<const std::uint32_t> places) const;

  // Calls use(content of the answer, group) for these groups, or all, in order.
  template <class Use>
  void ask(const std::string& question, std::span<const std::uint32_t> groups, Use use) const {
    std::size_t next = 0;
    for (const std::string& answer : rows_.workforce.ask(question, groups)) {
      ParcelReader content = content_of(answer);
      use(content, groups.empty() ? next : groups[next]);
      ++next;
    }
  }

 private:
  FeatureSums pass_over(Pass pass, const FeatureSums& so_far) const;
  void count();

  RowsOfOthers rows_;
  FeatureSums sums_;
  std::vector<std::vector<std::uint32_t>> ends_;
};

[[noreturn]] void refuse_elsewhere(std::string_view what);
// Gaps that sums over groups can fill, or that nobody has.
void demand_known_gaps(Missing missing);

}   // namespace protea
