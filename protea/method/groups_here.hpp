// Groups of rows in this process.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/grouped_rows.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

class GroupsHere final : public GroupedRows {
 public:
  using AnswerOf = std::function<std::vector<double>(const RowsOfGroup& group, std::size_t what, Row parameters)>;
  // The rows stay with the caller.
  GroupsHere(const RowsOfGroup& rows, const std::vector<std::string>& class_names, AnswerOf answer_of, Runtime& runtime)
      : rows_(rows), class_names_(class_names), answer_of_(std::move(answer_of)), runtime_(runtime) {}

  std::size_t size() const override { return rows_.x.rows; }
  std::size_t features() const override { return rows_.x.columns; }
  const std::vector<std::string>& class_names() const override { return class_names_; }
  std::vector<std::size_t> class_sizes() const override;
  void ask(std::size_t what, Row parameters, const Use& use) override;
  void look_at_each(std::size_t step, const std::function<void(const RowsOfGroup&)>& use) override;

 private:
  RowsOfGroup group(std::size_t number) const;

  RowsOfGroup rows_;
  const std::vector<std::string>& class_names_;
  AnswerOf answer_of_;
  Runtime& runtime_;
};

}   // namespace protea
