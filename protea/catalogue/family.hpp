// A family of components: an explicit list, from which flags, help, documentation, model files and contract
// tests derive.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/option.hpp>

namespace PROTEA_EXPORT protea {

// Does it hold? Said either way.
struct Property {
  std::string name;   // for people
  std::string key;    // for programs
  bool holds = false;
};

// A name that somebody may look for here and that stands for something else, with a sentence about it.
struct Elsewhere {
  std::string name;
  std::string where;
};

template <class Interface>
struct Entry {
  std::string name;
  std::string summary;
  std::string formula = {};
  std::string source = {};
  std::string limits = {};   // special cases; dissimilarities only, as is what follows
  std::string domain = {};
  std::vector<Property> properties = {};
  std::vector<std::string> remarks = {};
  std::vector<OptionDescription> options = {};
  std::function<std::shared_ptr<Interface>(const Settings&)> make = {};
  std::function<Settings(const Settings&)> complete =
      {};   // every option with its value: the given ones, else the defaults
};

template <class Interface>
class Family {
 public:
  Family(std::string title, std::vector<Entry<Interface>> entries, std::vector<Elsewhere> elsewhere = {})
      : title_(std::move(title)), entries_(std::move(entries)), elsewhere_(std::move(elsewhere)) {}

  const std::string& title() const { return title_; }
  const std::vector<Entry<Interface>>& entries() const { return entries_; }

  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& entry : entries_) result.push_back(entry.name);
    return result;
  }

  const Entry<Interface>& find(std::string_view name) const {
    for (const auto& entry : entries_) {
      if (entry.name == name) return entry;
    }
    demand_here(name);
    const auto known = names();
    throw UsageError(unknown_name(title_, name, known));
  }

  // Throws a UsageError that says where to look for a name that is known to stand elsewhere.
  void demand_here(std::string_view name) const {
    for (const Elsewhere& other : elsewhere_) {
      if (other.name == name) throw UsageError(other.where);
    }
  }

  std::shared_ptr<Interface> make(std::string_view name, const Settings& settings) const {
    return find(name).make(settings);
  }

 private:
  std::string title_;
  std::vector<Entry<Interface>> entries_;
  std::vector<Elsewhere> elsewhere_;
};

// The entry of one described type; `lift` turns a configured value of it into the interface.
template <class Interface, Described T, class Lift>
Entry<Interface> make_entry(std::string family, Lift lift) {
  Entry<Interface> entry{
      .name = std::string(T::name), .summary = std::string(T::summary), .options = describe_options<T>()};
  if constexpr (requires { T::traits.formula; }) {
    entry.formula = T::traits.formula;
    entry.source = T::traits.source;
  }
  entry.make = [family, lift](const Settings& settings) { return lift(with_settings<T>(family, settings)); };
  entry.complete = [family](const Settings& settings) {
    Settings all;
    for (const auto& [name, value] : option_values(with_settings<T>(family, settings)))
      all.emplace_back(name, value_text(value));
    return all;
  };
  return entry;
}

}   // namespace protea
