// Machines of perceptrons: hyperplanes, alone or several to a machine, with a threshold each.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/perceptron/machines.hpp>

namespace PROTEA_EXPORT protea {

// What a machine makes of its units.
enum class Assembly {
  single,      // one unit
  committee,   // the majority (4.7)
  parity       // the product (4.8)
};
constexpr auto names_of(Assembly) {
  return std::array{std::pair<std::string_view, Assembly>{"single", Assembly::single},
                    std::pair<std::string_view, Assembly>{"committee", Assembly::committee},
                    std::pair<std::string_view, Assembly>{"parity", Assembly::parity}};
}

// Signed distances of an input from the hyperplanes of a machine, in one number with the sign of its answer. Of a committee, the median: the majority
// turns over with it. Of a parity machine, the distance to the nearest plane: each of them turns the answer over.
double assembled(Assembly assembly, MutableRow distances);

class LinearModel final : public MachinesModel {
 public:
  static constexpr std::string_view kind_name = "linear";
  static constexpr std::string_view what = "hyperplanes";

  struct Units {
    Assembly assembly = Assembly::single;
    Matrix weights = {};                    // a row for each unit, machine by machine
    std::vector<double> thresholds = {};    // sign(w·ξ − θ)
    std::vector<std::size_t> counts = {};   // of the units of each machine
    bool has_scale =
        true;   // values of single units count as they are; false: lengths of weights mean nothing, and distances count
  };
  LinearModel(std::vector<Sides> sides, std::vector<MachineRecord> records, Units units)
      : MachinesModel(std::move(sides), std::move(records)), units_(std::move(units)) {}

  std::unique_ptr<Model> clone() const override { return std::make_unique<LinearModel>(*this); }
  std::string_view kind() const override { return kind_name; }
  std::size_t parameter_count() const override { return units_.weights.values().size() + units_.thresholds.size(); }
  Matrix values(MatrixView x) const override;
  void write(ModelArchive& archive) const override;
  static std::unique_ptr<Model> read(const StoredModel& stored);
  Fields parts() const override;
  Showcase showcase() const override;
  Fields learned() const override;

  const Units& units() const { return units_; }
  // Weights and thresholds for features as they were read; nothing where scaling cannot be undone.
  Matrix original_weights(std::vector<double>& thresholds) const;
  // How far each row is from where its answer changes, in model units, negative where the answer is not `y`. Exact for two classes and for
  // one against the rest; one against one, at least so far.
  std::vector<double> margins(MatrixView x, std::span<const Label> y) const;
  bool has_exact_margins() const;

 private:
  Units units_;
};

}   // namespace protea
