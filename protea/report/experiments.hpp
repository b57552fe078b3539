// One function for each experiment or family of them; whoever wants one by name asks reproduction.hpp.
#pragma once

#include <protea/base/export.hpp>
#include <protea/report/reproduction.hpp>

namespace PROTEA_EXPORT protea {

using Reproducer = Reproduction(const ReproductionRequest& request, Runtime& runtime,
                                const ReproductionProgress& progress);

Reproducer reproduce_fisher_table;
Reproducer reproduce_margin_hinge;
Reproducer reproduce_polynomials;
Reproducer reproduce_divergence_chain;
Reproducer reproduce_bad_starts;
Reproducer reproduce_hopfield_load;
Reproducer reproduce_teacher_regression;
Reproducer reproduce_rosenblatt;
Reproducer reproduce_capacity;
Reproducer reproduce_student_teacher;
Reproducer reproduce_parity;
Reproducer reproduce_dynamics_figure;

// "notes-vq", or "notes-vq, quick": how a text begins.
std::string title_of(const ReproductionRequest& request);

// Points of a measurement, with error bars of one deviation to either side where there are some.
Series measured_points(std::string name, std::vector<double> x, std::vector<double> y,
                       const std::vector<double>& deviations = {});

}   // namespace protea
