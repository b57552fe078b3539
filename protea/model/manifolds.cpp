#include <protea/model/manifolds.hpp>

#include <algorithm>
#include <cmath>

#include <protea/base/kernels.hpp>
#include <protea/base/lanes.hpp>

namespace protea {
namespace {

class DomainManifold final : public Manifold {
 public:
  DomainManifold(const DataDomain& domain, bool is_scale_invariant)
      : domain_(domain), is_scale_invariant_(is_scale_invariant) {}

  void project(MutableRow w) const override { project_prototype(domain_, w); }
  void make_tangential(Row w, MutableRow gradient) const override {
    if (domain_.kind == Domain::probability) protea::make_tangential(w, gradient);
  }

  bool guides_steps() const override { return true; }
  // ∂/∂ln w = w·∂/∂w, and `w` becomes the change of ln w.
  void prepare_step(StepCoordinates coordinates, MutableRow w, MutableRow gradient) const override {
    if (coordinates == StepCoordinates::plain) return;
    for (std::size_t i = 0; i < w.size(); ++i) {
      gradient[i] *= w[i];
      w[i] = 0;
    }
  }
  void finish_step(StepCoordinates coordinates, Row before, MutableRow w) const override {
    if (coordinates == StepCoordinates::natural) step_in_logs(before, w);
    else limit_step(before, w);
    if (is_scale_invariant_) keep_sum(before, w);
  }

  void to_free(MutableRow w) const override { prototype_to_free(domain_, w); }
  void from_free(MutableRow w) const override { prototype_from_free(domain_, w); }
  void pull_back(Row free, MutableRow gradient) const override { pull_back_prototype(domain_, free, gradient); }

 private:
  // The size of a prototype is nothing to a scale-invariant divergence, and nothing else would hold it.
  static void keep_sum(Row before, MutableRow w) {
    const double factor = lane_sum(before) / lane_sum(w);
    for (double& value : w) value *= factor;
  }

  DataDomain domain_;
  bool is_scale_invariant_;
};

class BoxManifold final : public Manifold {
 public:
  BoxManifold(std::vector<double> low, std::vector<double> high) : low_(std::move(low)), high_(std::move(high)) {}

  // A step beyond all measure is an error of who took it: it stays, to be found by whoever watches. So does NaN.
  void project(MutableRow w) const override { kernels().keep_within(low_.data(), high_.data(), w.size(), w.data()); }
  void from_free(MutableRow w) const override {
    for (std::size_t i = 0; i < w.size(); ++i) w[i] = limited(w[i], i);
  }
  void pull_back(Row free, MutableRow gradient) const override {
    for (std::size_t i = 0; i < free.size(); ++i) {
      if (free[i] < low_[i] || free[i] > high_[i]) gradient[i] = 0;
    }
  }

 private:
  double limited(double value, std::size_t i) const {
    if (value < low_[i]) return low_[i];
    return value > high_[i] ? high_[i] : value;
  }

  std::vector<double> low_;
  std::vector<double> high_;
};

class MetricManifold final : public Manifold {
 public:
  explicit MetricManifold(std::shared_ptr<const AnyDissimilarity> dissimilarity)
      : dissimilarity_(std::move(dissimilarity)) {}

  void project(MutableRow theta) const override { dissimilarity_->project(theta); }
  void step_along(OuterProducts& gradient, double rate, MutableRow theta) const override {
    dissimilarity_->step_along(gradient, rate, theta);
  }
  void to_free(MutableRow theta) const override { dissimilarity_->to_free(theta); }
  void from_free(MutableRow theta) const override { dissimilarity_->from_free(theta); }
  void pull_back(Row free, MutableRow gradient) const override { dissimilarity_->pull_back(free, gradient); }

 private:
  std::shared_ptr<const AnyDissimilarity> dissimilarity_;
};

}   // namespace

std::shared_ptr<const Manifold> prototype_manifold(const AnyDissimilarity& dissimilarity) {
  if (!dissimilarity.domain().is_bounded()) return plain_manifold();
  return std::make_shared<DomainManifold>(dissimilarity.domain(), dissimilarity.traits().scale_invariant);
}

std::shared_ptr<const Manifold> box_manifold(std::vector<double> low, std::vector<double> high) {
  return std::make_shared<BoxManifold>(std::move(low), std::move(high));
}

std::shared_ptr<const Manifold> metric_manifold(std::shared_ptr<const AnyDissimilarity> dissimilarity) {
  return std::make_shared<MetricManifold>(std::move(dissimilarity));
}

}   // namespace protea
