#include <protea/method/groups_here.hpp>

#include <algorithm>

#include <protea/base/row_groups.hpp>

namespace protea {

std::vector<std::size_t> GroupsHere::class_sizes() const {
  std::vector<std::size_t> sizes(class_names_.size());
  for (const Label label : rows_.y) ++sizes[static_cast<std::size_t>(label)];
  return sizes;
}

RowsOfGroup GroupsHere::group(std::size_t number) const {
  const std::size_t first = number * group_rows;
  const std::size_t count = std::min(group_rows, size() - first);
  const auto part = [&](auto values) { return values.empty() ? values : values.subspan(first, count); };
  return {{rows_.x.row(first).data(), count, rows_.x.columns, rows_.x.stride},
          part(rows_.y),
          part(rows_.numbers),
          part(rows_.weights)};
}

// As many groups at a time as there are threads: answers may be large.
void GroupsHere::ask(std::size_t what, Row parameters, const Use& use) {
  const std::size_t groups = (size() + group_rows - 1) / group_rows;
  std::vector<std::vector<double>> answers;
  for (std::size_t first = 0; first < groups; first += answers.size()) {
    answers.assign(std::min(runtime_.threads(), groups - first), {});
    runtime_.run(answers.size(), [&](std::size_t g) { answers[g] = answer_of_(group(first + g), what, parameters); });
    for (const std::vector<double>& answer : answers) use(answer);
  }
}

void GroupsHere::look_at_each(std::size_t step, const std::function<void(const RowsOfGroup&)>& use) {
  Matrix x((size() + step - 1) / step, features());
  std::vector<Label> y;
  std::vector<double> numbers;
  std::vector<double> weights;
  for (std::size_t k = 0; k < x.rows(); ++k) {
    std::ranges::copy(rows_.x.row(k * step), x.row(k).begin());
    if (!rows_.y.empty()) y.push_back(rows_.y[k * step]);
    if (!rows_.numbers.empty()) numbers.push_back(rows_.numbers[k * step]);
    if (!rows_.weights.empty()) weights.push_back(rows_.weights[k * step]);
  }
  use({std::as_const(x).view(), y, numbers, weights});
}

}   // namespace protea
