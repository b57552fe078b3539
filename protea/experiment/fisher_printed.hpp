// What the Fisher paper prints, in percent.
#pragma once

#include <string_view>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/experiment/fisher_protocol.hpp>

namespace PROTEA_EXPORT protea {

// The mean test accuracy of table 2, or of table 3 for the support vector machine. Precondition: the set is in
// the table.
double printed_accuracy(std::string_view set, std::size_t condition, FisherMethod method);

// Section 4.1: mean relevances of FC1GLVQ or FC2GLVQ ("Simulated" and "Iris"), or nothing.
std::vector<double> printed_relevances(std::string_view set, std::string_view method);

}   // namespace protea
