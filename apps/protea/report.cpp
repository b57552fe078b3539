// protea report: one offline page that shows what a model has learned and how it answers; its figures as SVG.
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include <protea/base/file.hpp>
#include <protea/base/text.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/read.hpp>
#include <protea/report/model_page.hpp>
#include <protea/report/svg.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "show.hpp"

namespace protea::app {
namespace {

struct ReportFlags : ModelFlags {
  std::string output = "report.html";
  std::string svg;
  std::int64_t samples = 1000;
};

std::optional<Dataset> read_rows(const ReportFlags& flags, const Model& model) {
  if (flags.data.empty()) return std::nullopt;
  if (find_ability<Estimating>(model)) return read_numbered_rows(flags, model);
  return encode(flags.reading.read(flags.data, label_for(flags.label, model), &model.encoding), model.encoding,
                {.label = flags.label, .class_names = model.class_names, .wants_labels = model.has_classes()});
}

// One file for each figure, in a folder of their own.
std::vector<std::string> write_svg(const Page& page, const std::string& folder) {
  std::error_code status;
  std::filesystem::create_directories(folder, status);
  if (!std::filesystem::is_directory(folder, status))
    throw UsageError(fmt::format("{}: not a folder, and it cannot be made", folder));
  std::vector<std::string> files;
  for (const PageSection& section : page.sections) {
    for (const Figure& figure : section.figures) {
      const std::string svg = figure_svg(figure);
      if (svg.empty()) continue;
      files.push_back(figure.id + ".svg");
      write_file_atomically((std::filesystem::path(folder) / files.back()).string(), svg);
    }
  }
  return files;
}

void run(const ReportFlags& flags) {
  demand_writable_place(flags.output, {flags.model, flags.data});
  const std::unique_ptr<Model> model = load_model(flags.model);
  const std::optional<Dataset> data = read_rows(flags, *model);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const std::string stem = std::filesystem::path(flags.model).filename().string();
  const Page page =
      model_page(*model, data, {.name = stem, .most_samples = static_cast<std::size_t>(flags.samples)}, *runtime);
  write_file_atomically(flags.output, page_html(page));
  std::vector<std::string> files;
  if (!flags.svg.empty()) files = write_svg(page, flags.svg);
  if (flags.common.json) {
    print_json({{"model", flags.model}, {"page", flags.output}, {"figures", files}});
    return;
  }
  if (flags.common.quiet) return;
  fmt::print("written to {}\n", flags.output);
  if (!files.empty()) fmt::print("figures in {}: {}\n", flags.svg, join(files, ", "));
}

}   // namespace

void add_report(CLI::App& app) {
  Command command = add_command(app, "report", "Write a page that shows what a model has learned and how it answers");
  auto flags = std::make_shared<ReportFlags>();
  command.argument("MODEL", flags->model,
                   "a model file, an LVQ_PAK or SOM_PAK codebook (.cod), or weights of an ESOM (.wts)");
  command.optional_argument("DATA", flags->data, "rows to answer and to explain: a data file, or a built-in set");
  command.text("-o,--output", flags->output, "the page, one file that needs nothing else [report.html]");
  command.text("--svg", flags->svg, "also write each figure as SVG to this folder");
  command.integer("--samples", flags->samples, "rows at most that can be looked at one by one [1000]", 0, 100'000);
  add_label_flag(command, flags->label);
  add_target_flag(command, flags->target);
  add_reading_flags(command, flags->reading);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
