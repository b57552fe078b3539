#include <protea/catalogue/grid.hpp>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <protea/base/random.hpp>

namespace protea {
namespace {

constexpr std::size_t most_points = 100'000;   // to try
constexpr std::size_t most_to_draw_from = std::size_t{1} << 50;

std::size_t size_of(const std::vector<GridAxis>& axes) {
  std::size_t size = 1;
  for (const GridAxis& axis : axes) {
    if (axis.values.size() > most_to_draw_from / size)
      throw UsageError("grid: there are more points than can be counted: use fewer values");
    size *= axis.values.size();
  }
  return size;
}

void demand_sensible(const GridPlan& plan) {
  if (plan.axes.empty())
    throw UsageError(fmt::format("grid: no option to tune is given: use {}", setting("grid", "prototypes=1,2,3")));
  std::set<std::string> keys;
  for (const auto& [key, value] : plan.changes) keys.insert(key);
  for (const GridAxis& axis : plan.axes) {
    if (!keys.insert(axis.key).second) throw UsageError(fmt::format("grid: {} is given twice", axis.key));
    if (axis.key == "nominal")
      throw UsageError(
          fmt::format("grid: nominal says how the data are read, once for all points: use {}", setting("nominal")));
  }
}

std::vector<std::size_t> points_of(const GridPlan& plan) {
  const std::size_t size = size_of(plan.axes);
  const std::size_t wanted = plan.random == 0 ? size : std::min(size, plan.random);
  if (wanted > most_points) {
    throw UsageError(fmt::format("grid: {} points are more than {}: use fewer values, or {}", wanted, most_points,
                                 setting("random", "N")));
  }
  std::vector<std::size_t> points;
  if (wanted == size) {
    for (std::size_t i = 0; i < size; ++i) points.push_back(i);
    return points;
  }
  // Floyd's sampling: each subset of that size is as likely as any other.
  std::set<std::size_t> drawn;
  Random random(plan.seed, Purpose::split, 1);
  for (std::size_t i = size - wanted; i < size; ++i) {
    if (!drawn.insert(random.below(i + 1)).second) drawn.insert(i);
  }
  points.assign(drawn.begin(), drawn.end());
  return points;
}

Settings settings_of(const std::vector<GridAxis>& axes, std::size_t point) {
  Settings settings(axes.size());
  for (std::size_t a = axes.size(); a-- > 0;) {
    settings[a] = {axes[a].key, axes[a].values[point % axes[a].values.size()]};
    point /= axes[a].values.size();
  }
  return settings;
}

Candidate candidate_of(const GridPlan& plan, Settings settings) {
  Settings changes = plan.changes;
  changes.insert(changes.end(), settings.begin(), settings.end());
  Candidate candidate{plan.method, std::move(settings)};
  try {
    candidate.method = make_method(plan.method, changes);
  } catch (const UsageError& error) {
    candidate.failure = error.marked();
  }
  return candidate;
}

}   // namespace

std::string Candidate::text() const {
  return settings.empty() ? name : fmt::format("{} with {}", name, settings_text(settings));
}

GridAxis parse_axis(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError(fmt::format("'{}': must be an option and its values, as in prototypes=1,2,3", text));
  }
  GridAxis axis{std::string(trim(text.substr(0, equals))), {}};
  // Of the option alone: the name of a method before it keeps its hyphens.
  const std::size_t dot = axis.key.rfind('.');
  std::replace(axis.key.begin() + static_cast<std::ptrdiff_t>(dot == std::string::npos ? 0 : dot), axis.key.end(), '-',
               '_');
  const std::string values = text.substr(equals + 1);
  for (const std::string_view value : split(values, values.find(';') == std::string::npos ? ',' : ';')) {
    const std::string trimmed(trim(value));
    if (trimmed.empty()) throw UsageError(fmt::format("'{}': a value is empty", text));
    if (std::find(axis.values.begin(), axis.values.end(), trimmed) != axis.values.end()) {
      throw UsageError(fmt::format("'{}': the value {} is given twice", text, trimmed));
    }
    axis.values.push_back(trimmed);
  }
  return axis;
}

std::vector<Candidate> candidates(const GridPlan& plan) {
  demand_sensible(plan);
  std::vector<Candidate> result;
  for (const std::size_t point : points_of(plan)) result.push_back(candidate_of(plan, settings_of(plan.axes, point)));
  std::set<std::pair<std::string, std::string>> fitting;
  for (const Candidate& candidate : result) {
    if (candidate.method) fitting.insert(candidate.settings.begin(), candidate.settings.end());
  }
  for (const Candidate& candidate : result) {
    for (const auto& setting : candidate.settings) {
      if (!fitting.contains(setting)) throw UsageError(candidate.failure);
    }
  }
  return result;
}

std::shared_ptr<const Method> first_method(const GridPlan& plan) {
  const std::vector<Candidate> all = candidates(plan);
  return std::find_if(all.begin(), all.end(), [](const Candidate& each) { return each.method != nullptr; })->method;
}

std::string settings_text(const Settings& settings) {
  std::string text;
  for (const auto& [key, value] : settings) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", key, value);
  return text;
}

}   // namespace protea
