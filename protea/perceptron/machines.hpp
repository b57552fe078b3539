// Classes from machines that know two sides only: one for every pair of classes, or one for each class against the rest.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/method/lifted_method.hpp>
#include <protea/model/model.hpp>
#include <protea/perceptron/dichotomy.hpp>

namespace PROTEA_EXPORT protea {

enum class ClassCoding { one_vs_one, one_vs_rest };
constexpr auto names_of(ClassCoding) {
  return std::array{std::pair<std::string_view, ClassCoding>{"one-vs-one", ClassCoding::one_vs_one},
                    std::pair<std::string_view, ClassCoding>{"one-vs-rest", ClassCoding::one_vs_rest}};
}

// What a machine tells apart: a class, for which its values are positive, from another or from all others.
struct Sides {
  Label positive = 1;
  Label negative = 0;   // no_label: all others

  bool operator==(const Sides&) const = default;
};
// Two classes need one machine, positive for the second.
std::vector<Sides> sides_of(const std::vector<Label>& classes, ClassCoding coding);
// Classes that are there, in order.
std::vector<Label> present_classes(std::span<const Label> y);

// The examples of a machine.
struct SidedExamples {
  std::vector<std::uint32_t> rows;   // empty: all of them
  std::vector<double> outputs;
};
SidedExamples examples_of(const Sides& sides, std::span<const Label> y);

// The answer to values of the machines, a score for each class: they sum to one, and a class without a machine has 0. With v the value of a machine and σ the logistic function, two classes have
// σ(v) and σ(−v); one against one, what votes and values give together, [v_cj > 0] + σ(v_cj)/classes summed over j, so that more votes always
// count for more; one against the rest, σ(v_c). All to the power of `sharpness`, over their sum.
Label answer_of(Row values, const std::vector<Sides>& sides, double sharpness, MutableRow scores);

// How training of one machine went.
struct MachineRecord {
  std::size_t updates = 0;
  std::size_t epochs = 0;
  bool converged = false;
  std::optional<double> kappa = {};   // the least stability of its examples
  std::optional<bool> separable = {};
  std::optional<double> residual = {};   // of the conditions of optimality
  bool has_support = false;              // rows with x > 0 carry the plane
  std::vector<double> strengths = {};    // of all training rows, where it has strengths
  std::optional<double> bound = {};      // of updates, by the convergence theorem
};
std::vector<Value> values_of(const std::vector<MachineRecord>& records);
std::vector<MachineRecord> records_from(const Value& list);

class MachinesModel : public Model {
 public:
  Predictions predict(MatrixView x, Runtime& runtime) const override;
  Fields learned() const override;
  std::string learned_text() const override;

  // Values of all machines for rows in model units; the sign of each is its answer.
  virtual Matrix values(MatrixView x) const = 0;

  const std::vector<Sides>& sides() const { return sides_; }
  const std::vector<MachineRecord>& records() const { return records_; }
  double sharpness() const { return sharpness_; }
  void set_sharpness(double sharpness) { sharpness_ = sharpness; }

 protected:
  MachinesModel(std::vector<Sides> sides, std::vector<MachineRecord> records)
      : sides_(std::move(sides)), records_(std::move(records)) {}

  // What all of them write and read.
  Fields common_description() const;
  void write_common(ModelArchive& archive) const;
  struct Common {
    std::vector<Sides> sides;
    std::vector<MachineRecord> records;
    double sharpness = 1;
  };
  static Common read_common(const StoredModel& stored, const Value& description);
  std::string side_names(std::size_t machine) const;   // "a against b"
  Fields side_fields() const;

  std::vector<Sides> sides_;
  std::vector<MachineRecord> records_;
  double sharpness_ = 1;
};

}   // namespace protea
