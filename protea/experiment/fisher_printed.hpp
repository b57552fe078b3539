// What the Fisher paper prints, in percent.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace protea {

// Table 2: the mean test accuracy; `condition` and `method` count as fisher_conditions() and FisherMethod do.
std::optional<double> printed_accuracy(std::string_view set, std::size_t condition, std::size_t method);

// Table 3: the column SVM.
std::optional<double> printed_svm_accuracy(std::string_view set);

// Section 4.1: mean relevances of FC1GLVQ or FC2GLVQ ("Simulated" and "Iris"), or nothing.
std::vector<double> printed_relevances(std::string_view set, std::string_view method);

}  // namespace protea
