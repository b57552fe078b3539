// The commands of the command line; each adds itself to the application.
#pragma once

namespace CLI {
class App;
}

namespace protea::app {

void add_train(CLI::App& app);
void add_predict(CLI::App& app);
void add_evaluate(CLI::App& app);
void add_cross_validate(CLI::App& app);
void add_margins(CLI::App& app);
void add_reject(CLI::App& app);
void add_tune(CLI::App& app);
void add_compare(CLI::App& app);
void add_curve(CLI::App& app);
void add_inspect(CLI::App& app);
void add_project(CLI::App& app);
void add_embed(CLI::App& app);
void add_recall(CLI::App& app);
void add_describe(CLI::App& app);
void add_convert(CLI::App& app);
void add_distance(CLI::App& app);
void add_dynamics(CLI::App& app);
void add_report(CLI::App& app);
void add_stability(CLI::App& app);
void add_reproduce(CLI::App& app);
void add_completion(CLI::App& app);

}   // namespace protea::app
