// Groups of rows in other processes, for a plain method that sums over them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/asked_rows.hpp>
#include <protea/method/grouped_rows.hpp>
#include <protea/method/method.hpp>
#include <protea/model/model_file.hpp>

namespace PROTEA_EXPORT protea {

class GroupsElsewhere final : public GroupedRows {
 public:
  // Learns the preparation on the way.
  GroupsElsewhere(const Method& method, const DataOptions& data, const ClassWeights& class_weights,
                  const RowsOfOthers& rows);

  std::size_t size() const override { return rows_.size(); }
  std::size_t features() const override { return rows_.names().feature_names.size(); }
  const std::vector<std::string>& class_names() const override { return rows_.names().class_names; }
  std::vector<std::size_t> class_sizes() const override;
  void ask(std::size_t what, Row parameters, const Use& use) override;
  void look_at_each(std::size_t step, const std::function<void(const RowsOfGroup&)>& use) override;

  const Preparation& preparation() const { return preparation_; }
  // All rows are in one group, which is then trained where it is, by all that the method knows.
  bool are_one() const { return rows_.ends(0).size() == 1; }
  std::unique_ptr<Model> trained_there(const ModelKind& kind) const;

 private:
  AskedRows rows_;
  Preparation preparation_;
  std::string plan_;
};

}   // namespace protea
