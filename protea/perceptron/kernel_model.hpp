// Machines in the feature space of a kernel: sign Σ x S K(ξ, input).
#pragma once

#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/perceptron/kernel.hpp>
#include <protea/perceptron/machines.hpp>

namespace PROTEA_EXPORT protea {

class KernelModel final : public MachinesModel {
 public:
  static constexpr std::string_view kind_name = "kernel-machine";

  struct Expansion {
    Kernel kernel;
    double cost = 0;              // the bound of the strengths; 0: none
    Matrix vectors;               // support vectors of all machines
    Matrix coefficients;          // machines × vectors: x S
    std::vector<double> biases;   // one for each machine
  };
  KernelModel(std::vector<Sides> sides, std::vector<MachineRecord> records, Expansion expansion)
      : MachinesModel(std::move(sides), std::move(records)),
        expansion_(std::move(expansion)),
        lengths_(squared_lengths(expansion_.vectors.view())) {}

  std::unique_ptr<Model> clone() const override { return std::make_unique<KernelModel>(*this); }
  std::string_view kind() const override { return kind_name; }
  std::size_t parameter_count() const override;
  Matrix values(MatrixView x) const override;
  void write(ModelArchive& archive) const override;
  static std::unique_ptr<Model> read(const StoredModel& stored);
  Fields parts() const override;
  Showcase showcase() const override;

  const Expansion& expansion() const { return expansion_; }

 private:
  Expansion expansion_;
  std::vector<double> lengths_;
};

}   // namespace protea
