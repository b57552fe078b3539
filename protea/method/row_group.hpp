// Rows of one group (base/row_groups.hpp) in the process that holds them, which answers the questions of a training elsewhere
// (rows_elsewhere.hpp). Whatever an answer holds of a sum is what training in one process would have added for
// these rows.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/row_questions.hpp>
#include <protea/method/training_run.hpp>

namespace PROTEA_EXPORT protea {

// From text to a method; the catalogue knows how.
using MakeMethod = std::function<std::shared_ptr<const Method>(const Settings&)>;

class RowGroup {
 public:
  // The rows have the names of all classes, and know their numbers among all rows.
  RowGroup(Dataset rows, std::size_t number, MakeMethod make_method);
  ~RowGroup();

  // Errors are part of the answer. Thread-safe.
  std::string answer(std::string_view question);

 private:
  struct Prepared;
  struct Training;

  void answer(RowQuestion question, ParcelReader& from, Parcel& to);
  void answer_passes(Pass pass, ParcelReader& from, Parcel& to) const;
  void look(Parcel& to) const;
  void add_means(Parcel& to) const;
  Matrix rows_of_class(std::size_t of_class, std::vector<double>& weights) const;
  void add_axis_means(ParcelReader& from, Parcel& to) const;
  void add_scatter(ParcelReader& from, Parcel& to) const;
  void add_rows(ParcelReader& from, Parcel& to) const;
  void add_original(Parcel& to) const;
  void add_winners(ParcelReader& from, Parcel& to) const;
  void sum(ParcelReader& from, Parcel& to);
  void add_farthest(ParcelReader& from, Parcel& to);
  void add_units(ParcelReader& from, Parcel& to);
  void add_own(ParcelReader& from, Parcel& to) const;
  void add_trained(Parcel& to) const;
  void prepare_for(std::string_view plan);
  Training& training_for(std::string_view plan);

  Dataset rows_;
  std::size_t number_;
  MakeMethod make_method_;
  std::mutex one_at_a_time_;
  std::unique_ptr<Prepared> prepared_;   // for the plan of the last question
  std::unique_ptr<Training> training_;
};

}   // namespace protea
