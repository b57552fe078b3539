// On-line learning with squared Euclidean distances changes one or two prototypes per sample. Products of several
// coming samples with all prototypes, in single precision, bound their distances from below; when a sample's turn
// comes, only the distances that its rule can read, and those to prototypes that have moved since, are computed, by the
// direct formula.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/prototype_space.hpp>
#include <protea/rule/rule.hpp>

namespace PROTEA_EXPORT protea {

class LookAhead {
 public:
  void prepare(const PrototypeSpace& space, MatrixView x, std::span<const std::uint32_t> samples, Row parameters);

  // Is this sample the next of those prepared?
  bool has(std::uint32_t sample) const { return next_ < samples_.size() && samples_[next_] == sample; }

  // The distances of that sample: exact where `reads` can look, lower bounds that are not smaller than those elsewhere.
  Row distances(const PrototypeSpace& space, Row x, Label y, Reads reads, Row parameters);

  // The prototype is about to change.
  void touch(std::size_t prototype);

 private:
  // Vectors in single precision, padded with zeros, and their squared norms.
  struct Sketch {
    std::vector<float> values;
    std::vector<double> norms;
    void resize(std::size_t rows, std::size_t width);
    void set(std::size_t row, Row vector, std::size_t width);
  };
  void make_exact(const PrototypeSpace& space, Row x, Row parameters, std::size_t k);

  std::vector<std::uint32_t> samples_;
  std::size_t next_ = 0;
  Sketch sample_sketch_;
  Sketch prototype_sketch_;
  std::vector<float> products_;
  std::vector<double> d_;
  std::vector<std::uint32_t> moved_;   // prototypes that changed since the last preparation
  std::vector<char> has_moved_;
  std::vector<std::uint32_t> refined_;   // prototypes whose distance to the current sample is exact
  std::vector<char> is_exact_;
};

}   // namespace protea
