// Rows of one group (base/row_groups.hpp) in the process that holds them, and the questions that a training elsewhere asks of
// them (rows_elsewhere.hpp). Whatever an answer holds of a sum is what training in one process would have added for
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
#include <protea/base/parcel.hpp>
#include <protea/method/training_run.hpp>

namespace PROTEA_EXPORT protea {

enum class RowQuestion : std::uint8_t {
  ranges,      // feature_sums, in three passes
  centres,
  spreads,
  look,        // once all rows can be prepared
  means,       // of each class, and of all
  squares,     // about the mean of all
  axis_means,  // of a class, or of all: for a covariance
  scatter,     // … about the mean
  rows,        // some, in model units
  original,    // all, as they are
  winners,     // of centres among the rows of a class
  sums,        // of the objective
  farthest,    // from their own prototypes
  units        // of a model, and the rows they have won
};

// From text to a configuration; the catalogue knows how.
using Configure = std::function<Configuration(const Settings&)>;

// What every group must know to prepare its rows as all are prepared.
struct RowsPlan {
  Settings settings = {};   // as they were given
  Preparation preparation = {};
  std::vector<double> class_factors = {};   // of weights; empty: there are none
  std::size_t samples = 0;                  // in all groups

  std::string text() const;
  static RowsPlan read(std::string_view text);
};

// … and to sum an objective: the parts as they were settled for all rows, and whose prototypes there are.
struct ObjectivePlan {
  Settings settings = {};
  std::optional<Lattice> lattice = {};
  std::vector<Label> labels = {};
  bool has_weights = false;

  std::string text() const;
  static ObjectivePlan read(std::string_view text);
};

Parcel question_of(RowQuestion question);
void add_sums(const FeatureSums& sums, Parcel& to);
FeatureSums read_sums(ParcelReader& from);

// The content of an answer; throws what the group has thrown.
ParcelReader content_of(std::string_view answer);

class RowGroup {
 public:
  // The rows have the names of all classes, and know their numbers among all rows.
  RowGroup(Dataset rows, std::size_t number, Configure configure);
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
  void prepare_for(std::string_view plan);
  Training& training_for(std::string_view plan);

  Dataset rows_;
  std::size_t number_;
  Configure configure_;
  std::mutex one_at_a_time_;
  std::unique_ptr<Prepared> prepared_;   // for the plan of the last question
  std::unique_ptr<Training> training_;
};

}   // namespace protea
