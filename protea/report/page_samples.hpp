// Rows that can be looked at on a page, and why each got its answer.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/model/model.hpp>
#include <protea/report/page.hpp>

namespace PROTEA_EXPORT protea {

// What to call a data set: the file without its folders, which are nobody's business.
std::string data_name(const std::string& source);
// The name of a row, or its number in the file from 1.
std::string sample_name(const Dataset& data, std::size_t row);
// The least and the largest value of each feature.
std::vector<std::pair<double, double>> ranges_of(const Dataset& data);

// Which of so many rows stand on a page: all, or an even choice of `most`.
std::vector<std::uint32_t> shown_rows(std::size_t count, std::size_t most);
// Fewer than `most` rows of very many features, so that a page does not grow with them.
std::size_t rows_with_room(std::size_t features, std::size_t most);

// Beyond, the directions of a metric take too long for a page.
inline constexpr std::size_t most_certified_features = 1000;

// Rows of a data set, chosen as above, in model units and with their answers.
struct AnsweredRows {
  const Dataset& data;
  MatrixView x;
  const Predictions& answers;
};
std::vector<PageSample> page_samples(const Model& model, const AnsweredRows& rows,
                                     const std::vector<std::uint32_t>& shown, Runtime& runtime);

}   // namespace protea
