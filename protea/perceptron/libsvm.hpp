// A support vector machine with a Gaussian kernel, trained by libsvm: the classifier others are compared with.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/runtime/runtime.hpp>

namespace PROTEA_EXPORT protea {

struct SvmOptions {
  double cost = 1;
  double gamma = 0;   // of the kernel exp(−γ‖x − x'‖²); 0 stands for 1/n
};

// What a machine consists of, in the order of libsvm: vectors of the first class, of the second, ….
struct SvmParts {
  double gamma = 0;
  std::vector<Label> labels;          // of the classes, in the order in which they were met
  std::vector<std::int32_t> counts;   // of their support vectors
  Matrix vectors;
  Matrix coefficients;              // classes − 1 rows, a column for each vector
  std::vector<double> thresholds;   // one for each pair of classes
};

// Soft-margin classification (C-SVC), one against one where there are more than two classes [ChangLin2011].
// A value: copies share the machine, which never changes. Several may be trained and used at the same time.
class SupportVectorMachine {
 public:
  // Throws DataError where a value of x is not finite, UsageError where the rest does not fit together.
  // Rows of kernel values are kept, as many as there are or as fit into a quarter of the memory of this machine, shared by its
  // threads, but 100 MB at least; this changes nothing but the time it takes.
  static SupportVectorMachine train(MatrixView x, std::span<const Label> y, const SvmOptions& options);
  // Throws UsageError where the copy that libsvm wants of the samples is more than may be held.
  static void demand_room(std::size_t samples, std::size_t features);
  // … with the pairs of classes shared among threads: the same machine, to the bit.
  static SupportVectorMachine train(MatrixView x, std::span<const Label> y, const SvmOptions& options,
                                    Runtime& runtime);

  // The machine again, which answers as it did, to the bit. Parts that do not fit together are a UsageError.
  static SupportVectorMachine from_parts(const SvmParts& parts);
  SvmParts parts() const;

  Label predict(Row x) const;

  // A score for each of `scores.size()` classes; they sum to one, and a class that was not trained has 0. With v_cj the decision value of
  // the machine for classes c and j, positive for c, and σ the logistic function: two classes have σ(v) and σ(−v), more of them what
  // votes and values give together, [v_cj > 0] + σ(v_cj)/classes summed over j, so that more votes always count for more.
  void scores(Row x, MutableRow scores) const;

  // The signed value of the decision function between the two classes, positive for the class of the first sample of training.
  // Throws UsageError where the machine knows more or fewer than two classes.
  double decision(Row x) const;

 private:
  struct Machine;
  explicit SupportVectorMachine(std::shared_ptr<const Machine> machine) : machine_(std::move(machine)) {}

  std::shared_ptr<const Machine> machine_;
};

}   // namespace protea
