#include <protea/experiment/polynomials.hpp>

#include <Eigen/Dense>
#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/random.hpp>

namespace protea {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd equidistant(std::size_t count) { return VectorXd::LinSpaced(static_cast<Index>(count), -1, 1); }

// Row i: 1, x_i, x_i², …
MatrixXd powers(const VectorXd& x, std::size_t degree) {
  MatrixXd result(x.size(), static_cast<Index>(degree) + 1);
  result.col(0).setOnes();
  for (Index j = 1; j < result.cols(); ++j) result.col(j) = result.col(j - 1).cwiseProduct(x);
  return result;
}

VectorXd target(const VectorXd& x) { return x.array().cube(); }

// One column of labels per data set.
MatrixXd noisy_labels(const PolynomialOptions& options, const VectorXd& x) {
  MatrixXd labels(x.size(), static_cast<Index>(options.data_sets));
  for (Index d = 0; d < labels.cols(); ++d) {
    Random random(options.seed, Purpose::generator, static_cast<std::uint32_t>(d));
    labels.col(d) = target(x);
    for (Index i = 0; i < x.size(); ++i) labels(i, d) += options.noise * random.normal();
  }
  return labels;
}

PolynomialPoint study_degree(const PolynomialOptions& options, const VectorXd& x, const MatrixXd& labels, std::size_t degree) {
  const MatrixXd design = powers(x, degree);
  const Eigen::HouseholderQR<MatrixXd> qr(design);
  const MatrixXd coefficients = qr.solve(labels);
  const VectorXd places = equidistant(201);
  const MatrixXd at_places = powers(places, degree);
  const MatrixXd answers = at_places * coefficients;   // places × data sets
  const VectorXd truth = target(places);
  const VectorXd mean = answers.rowwise().mean();
  const MatrixXd weights = at_places * qr.solve(MatrixXd::Identity(x.size(), x.size()));   // h_μ(x)
  const VectorXd outside = (powers(VectorXd::Constant(1, 1.1), degree) * coefficients).row(0).transpose();

  PolynomialPoint point;
  point.degree = degree;
  point.training_error = (design * coefficients - labels).array().square().mean();
  point.error = (answers.colwise() - truth).array().square().mean();
  point.bias = (truth - mean).array().square().mean();
  point.variance = (answers.colwise() - mean).array().square().mean();
  point.exact_bias = (truth - weights * target(x)).array().square().mean();
  point.exact_variance = options.noise * options.noise * weights.rowwise().squaredNorm().mean();
  point.variance_outside = (outside.array() - outside.mean()).square().mean();
  return point;
}

std::vector<double> to_vector(const VectorXd& values) { return {values.begin(), values.end()}; }

}  // namespace

PolynomialStudy study_polynomials(const PolynomialOptions& options) {
  if (options.points <= options.largest_degree) {
    throw UsageError(fmt::format("points = {}: a polynomial of degree {} needs {} at least", options.points, options.largest_degree,
                                 options.largest_degree + 1));
  }
  if (options.data_sets < 3) throw UsageError(fmt::format("data_sets = {}: must be at least 3", options.data_sets));
  const VectorXd x = equidistant(options.points);
  const MatrixXd labels = noisy_labels(options, x);
  PolynomialStudy study;
  for (std::size_t degree = 0; degree <= options.largest_degree; ++degree) {
    study.points.push_back(study_degree(options, x, labels, degree));
  }
  for (Index set = 0; set < 3; ++set) {
    for (const std::size_t degree : {1, 3, 7}) {
      if (degree > options.largest_degree) continue;
      study.fits.push_back({std::string(1, static_cast<char>('A' + set)), degree,
                            fit_polynomial(to_vector(x), to_vector(labels.col(set)), degree)});
    }
  }
  return study;
}

std::vector<double> fit_polynomial(const std::vector<double>& x, const std::vector<double>& y, std::size_t degree) {
  if (x.size() != y.size() || x.size() <= degree) {
    throw UsageError(fmt::format("a polynomial of degree {} cannot be fitted to {} places and {} values", degree, x.size(), y.size()));
  }
  const auto count = static_cast<Index>(x.size());
  const MatrixXd design = powers(Eigen::Map<const VectorXd>(x.data(), count), degree);
  return to_vector(design.householderQr().solve(Eigen::Map<const VectorXd>(y.data(), count)));
}

}  // namespace protea
