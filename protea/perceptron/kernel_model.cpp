#include <protea/perceptron/kernel_model.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/text.hpp>

namespace protea {
namespace {

std::string kernel_text(const Kernel& kernel) {
  switch (kernel.kind) {
    case KernelKind::rbf: return fmt::format("Gaussian kernel, γ {:.6g}", kernel.gamma);
    case KernelKind::polynomial: return fmt::format("polynomial kernel of degree {}", kernel.degree);
    case KernelKind::linear: return "linear kernel";
  }
  return {};
}

}   // namespace

std::size_t KernelModel::parameter_count() const {
  return expansion_.vectors.values().size() + expansion_.coefficients.values().size() + expansion_.biases.size();
}

Matrix KernelModel::values(MatrixView x) const {
  Matrix result(x.rows, sides_.size());
  const std::vector<double> lengths = squared_lengths(x);
  std::vector<double> row(expansion_.vectors.rows());
  for (std::size_t i = 0; i < x.rows; ++i) {
    expansion_.kernel.values(x.row(i), lengths[i], expansion_.vectors.view(), lengths_, row);
    if (!row.empty())
      kernels().products(row.data(), 1, expansion_.coefficients.values().data(), sides_.size(), row.size(),
                         result.row(i).data(), sides_.size());
    for (std::size_t m = 0; m < sides_.size(); ++m) result(i, m) += expansion_.biases[m];
  }
  return result;
}

void KernelModel::write(ModelArchive& archive) const {
  Fields description = common_description();
  description.emplace_back("kernel", choice_name(expansion_.kernel.kind));
  description.emplace_back("gamma", expansion_.kernel.gamma);
  description.emplace_back("degree", expansion_.kernel.degree);
  description.emplace_back("cost", expansion_.cost);
  archive.description.emplace_back("kernel-machine", std::move(description));
  archive.add("vectors", {expansion_.vectors.rows(), expansion_.vectors.columns()}, expansion_.vectors.values());
  archive.add("coefficients", {expansion_.coefficients.rows(), expansion_.coefficients.columns()},
              expansion_.coefficients.values());
  archive.add("biases", {expansion_.biases.size()}, expansion_.biases);
  write_common(archive);
}

std::unique_ptr<Model> KernelModel::read(const StoredModel& stored) {
  const Value& description = stored.description.at("kernel-machine");
  Common common = read_common(stored, description);
  Expansion expansion;
  expansion.kernel.kind = parse_choice<KernelKind>("kernel", description.at("kernel").text());
  expansion.kernel.gamma = description.at("gamma").number();
  expansion.kernel.degree = description.at("degree").integer();
  expansion.cost = description.at("cost").number();
  if (!(expansion.kernel.gamma > 0) || expansion.kernel.degree < 1 || expansion.kernel.degree > 20)
    throw DataError(fmt::format("{}: the kernel has no sense", stored.file.source));
  const Tensor& vectors = stored.file.tensor("vectors");
  const std::size_t count = vectors.shape.empty() ? 0 : vectors.shape[0];
  const std::size_t n = stored.encoding.feature_count();
  expansion.vectors = Matrix(count, n);
  std::ranges::copy(stored.values("vectors", {count, n}), expansion.vectors.values().begin());
  expansion.coefficients = Matrix(common.sides.size(), count);
  std::ranges::copy(stored.values("coefficients", {common.sides.size(), count}),
                    expansion.coefficients.values().begin());
  expansion.biases = stored.values("biases", {common.sides.size()});
  auto model = std::make_unique<KernelModel>(std::move(common.sides), std::move(common.records), std::move(expansion));
  model->set_sharpness(common.sharpness);
  return model;
}

Fields KernelModel::parts() const {
  Matrix original = expansion_.vectors;
  for (std::size_t i = 0; i < original.rows(); ++i) preparation.unscale(original.row(i));
  Fields fields{{"features", encoding.feature_names()}, {"classes", class_names}};
  for (auto& field : learned()) fields.push_back(std::move(field));
  fields.emplace_back("vectors", std::move(original));
  fields.emplace_back("coefficients", expansion_.coefficients);
  fields.emplace_back("biases", expansion_.biases);
  fields.emplace_back("scaling", scaling_fields(preparation));
  fields.emplace_back("training", training_fields(record));
  fields.emplace_back("options", Fields{{"kernel", choice_name(expansion_.kernel.kind)},
                                        {"cost", expansion_.cost},
                                        {"gamma", expansion_.kernel.gamma},
                                        {"degree", expansion_.kernel.degree},
                                        {"sharpness", sharpness_},
                                        {"plan", typed_fields(record.plan)}});
  return fields;
}

Showcase KernelModel::showcase() const {
  constexpr std::size_t most_machines = 12;
  Exhibit exhibit{"support vectors of each machine"};
  for (std::size_t m = 0; m < std::min(sides_.size(), most_machines); ++m) {
    exhibit.names.push_back(side_names(m));
    exhibit.bars.push_back(static_cast<double>(
        std::ranges::count_if(expansion_.coefficients.row(m), [](double value) { return value != 0; })));
  }
  return {
      fmt::format("{}, {} ({}), {}", counted(encoding.feature_count(), "feature"), counted(class_names.size(), "class"),
                  join(class_names, ", "), counted(expansion_.vectors.rows(), "support vector")),
      fmt::format("{}, {}, scaling {}", kernel_text(expansion_.kernel),
                  expansion_.cost > 0 ? fmt::format("strengths to {:.6g}", expansion_.cost) : "no bound of strengths",
                  choice_name(preparation.scaling)),
      {exhibit}};
}

}   // namespace protea
