#include <protea/train/kernel_objective.hpp>

#include <algorithm>

#include <protea/base/kernels.hpp>
#include <protea/base/nonzero.hpp>
#include <protea/train/prototype_objective.hpp>

namespace protea {
namespace {

struct KernelWorkspace final : Workspace {
  Matrix distances;
  Matrix pulls;
  std::vector<double> energies;   // α_k·β_k
  std::vector<char> is_stale;     // the energy of prototype k is not known
  bool is_watching = false;       // prototypes change only where they were touched
  std::vector<Label> labels;
  std::vector<double> weights;
  std::vector<double> spare;
  std::vector<double> unwanted;   // the gradient of the rule's own parameters, where none is wanted
};

double product(Row a, Row b) {
  double result = 0;
  kernels().products(a.data(), 1, b.data(), 1, a.size(), &result, 1);
  return result;
}

}   // namespace

KernelObjective::KernelObjective(std::vector<Label> labels, std::shared_ptr<const AnyRule> rule, RelatedSamples samples)
    : labels_(std::move(labels)), rule_(std::move(rule)), samples_(samples), width_(samples.d.columns) {
  samples_.y = labels_or_none(*rule_, samples_.y, samples_.d.rows, no_labels_);
  demand_prototypes(*rule_, labels_, samples_.y);
  const std::size_t size = labels_.size() * 2 * width_;
  layout_ = {
      {.name = "prototypes", .size = size, .unit = 2 * width_, .group = RateGroup::prototype, .touch = Touch::by_unit},
      {.name = "rule", .size = rule_->parameter_count(labels_.size()), .group = RateGroup::rule}};
}

std::unique_ptr<Workspace> KernelObjective::make_workspace() const { return std::make_unique<KernelWorkspace>(); }

void KernelObjective::look_ahead(std::span<const std::uint32_t>, Row, Workspace& workspace) const {
  auto& work = static_cast<KernelWorkspace&>(workspace);
  if (!work.is_watching) work.is_stale.clear();
  work.is_watching = true;
}

// Only rounding, or a given matrix that no points in a Euclidean space have, makes them negative: rules take roots
// and quotients.
void KernelObjective::distances(std::span<const std::uint32_t> samples, Row parameters, Row energies,
                                MutableMatrixView d) const {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    for (std::size_t k = 0; k < labels_.size(); ++k) {
      const double mean = samples_.role == RelatedSamples::Role::training
                              ? beta(parameters, k)[samples[i]]
                              : product(alpha(parameters, k), samples_.d.row(samples[i]));
      d.row(i)[k] = std::max(0.0, mean - energies[k] / 2);
    }
  }
}

void KernelObjective::add_pull(std::size_t sample, std::size_t k, double pull, Row parameters,
                               MutableRow gradient) const {
  const Row a = alpha(parameters, k);
  const MutableRow ga = gradient.subspan(2 * k * width_, width_);
  const MutableRow gb = gradient.subspan((2 * k + 1) * width_, width_);
  for (std::size_t j = 0; j < width_; ++j) ga[j] += 2 * pull * a[j];
  ga[sample] -= 2 * pull;
  kernels().add_scaled_difference(2 * pull, beta(parameters, k).data(), samples_.d.row(sample).data(), width_,
                                  gb.data());
}

double KernelObjective::accumulate(std::span<const std::uint32_t> samples, Row parameters, double progress,
                                   Wanted wanted, Workspace& workspace) const {
  auto& work = static_cast<KernelWorkspace&>(workspace);
  const std::size_t prototypes = labels_.size();
  work.distances.reshape(samples.size(), prototypes);
  work.pulls.reshape(samples.size(), prototypes);
  std::fill(work.pulls.values().begin(), work.pulls.values().end(), 0.0);
  work.energies.resize(prototypes);
  if (work.is_stale.empty() || !work.is_watching) work.is_stale.assign(prototypes, 1);
  for (std::size_t k = 0; k < prototypes; ++k) {
    if (work.is_stale[k]) work.energies[k] = product(alpha(parameters, k), beta(parameters, k));
    work.is_stale[k] = 0;
  }
  work.labels.resize(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) work.labels[i] = samples_.y[samples[i]];
  distances(samples, parameters, work.energies, work.distances.view());
  const ParameterBlock& rule = rule_block();
  const MatrixView d = std::as_const(work.distances).view();
  const Row weights = samples_.importance.of({samples, d, labels_, work.labels}, work.weights);
  work.spare.resize(rule.size);
  work.unwanted.resize(rule.size);
  const MutableRow gtheta = wanted.gradient ? wanted.gradient->values().subspan(rule.first) : MutableRow(work.unwanted);
  const double loss =
      rule_->pull({d, labels_, work.labels, weights, progress, parameters.subspan(rule.first), work.spare},
                  work.pulls.view(), gtheta);
  if (samples_.role != RelatedSamples::Role::training) return loss;
  for (std::size_t i = 0; i < samples.size() && (wanted.gradient || wanted.moments); ++i) {
    for_each_nonzero(std::as_const(work.pulls).row(i), [&](std::size_t k, double value) {
      if (wanted.moments) {
        wanted.moments->pulls[k] += value;
        wanted.moments->samples(k, samples[i]) += value;
      }
      if (!wanted.gradient) return;
      wanted.gradient->touch(k);
      work.is_stale[k] = 1;
      add_pull(samples[i], k, value, parameters, wanted.gradient->values());
    });
  }
  return loss;
}

MatrixView KernelObjective::coefficients(Row parameters) const {
  return {parameters.data(), labels_.size(), width_, 2 * width_};
}

// α and β = Dα.
void KernelObjective::set_prototype(std::size_t k, Row coefficients, MutableRow parameters) const {
  double* const first = parameters.data() + 2 * k * width_;
  std::copy_n(coefficients.begin(), width_, first);
  kernels().products(first, 1, samples_.d.data, width_, width_, first + width_, width_);
}

std::vector<double> KernelObjective::start_from(MatrixView coefficients) const {
  std::vector<double> parameters(parameter_count(layout_));
  for (std::size_t k = 0; k < labels_.size(); ++k) set_prototype(k, coefficients.row(k), parameters);
  rule_->initialize(MutableRow(parameters).subspan(rule_block().first));
  return parameters;
}

void KernelObjective::move_to_means(const PullMoments& moments, MutableRow parameters) const {
  std::vector<double> mean(width_);
  for (std::size_t k = 0; k < labels_.size(); ++k) {
    if (!(moments.pulls[k] > 0)) continue;
    for (std::size_t j = 0; j < width_; ++j) mean[j] = moments.samples(k, j) / moments.pulls[k];
    const Row before = alpha(parameters, k);
    if (!std::equal(mean.begin(), mean.end(), before.begin())) set_prototype(k, mean, parameters);
  }
}

double KernelObjective::energy(Row coefficients) const {
  std::vector<double> beta(width_);
  kernels().products(coefficients.data(), 1, samples_.d.data, width_, width_, beta.data(), width_);
  return product(coefficients, beta);
}

}   // namespace protea
