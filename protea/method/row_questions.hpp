// What a training asks of rows that are elsewhere, group by group, and how questions and answers are told in bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <protea/base/error.hpp>
#include <protea/base/export.hpp>
#include <protea/base/parcel.hpp>
#include <protea/data/preparation.hpp>
#include <protea/rule/lattice.hpp>
#include <protea/train/initialize.hpp>

namespace PROTEA_EXPORT protea {

enum class RowQuestion : std::uint8_t {
  ranges,   // feature_sums, in three passes
  centres,
  spreads,
  look,         // once all rows can be prepared
  means,        // of each class, and of all
  squares,      // about the mean of all
  axis_means,   // of a class, or of all: for a covariance
  scatter,      // … about the mean
  rows,         // some, in model units
  original,     // all, as they are
  winners,      // of centres among the rows of a class
  sums,         // of the objective
  farthest,     // from their own prototypes
  units,        // of a model, and the rows they have won
  own,          // of a plain method that sums over groups (lifted_method.hpp)
  trained       // a whole model of a plain method, of the rows of this group alone
};

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
  double penalty_share = 1;

  std::string text() const;
  static ObjectivePlan read(std::string_view text);
};

Parcel question_of(RowQuestion question);
void add_sums(const FeatureSums& sums, Parcel& to);
FeatureSums read_sums(ParcelReader& from);

void add_weighted(const WeightedSum& sum, Parcel& to);
WeightedSum read_weighted(ParcelReader& from);

// What an answer begins with, and one that tells of an error.
enum class Verdict : std::uint8_t { fine, usage, data, numerical };
std::string answer_of(Verdict verdict, const Error& error);
// The content of an answer; throws what the group has thrown.
ParcelReader content_of(std::string_view answer);

}   // namespace protea
