// protea report: one offline page that shows what a model has learned and how it answers; its figures as SVG.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/data/read.hpp>
#include <protea/report/figure_text.hpp>
#include <protea/report/model_page.hpp>
#include <protea/report/stability_page.hpp>

#include "commands.hpp"
#include "flags.hpp"
#include "page_files.hpp"

namespace protea::app {
namespace {

struct ReportFlags : ModelFlags {
  PageFlags page{"report.html", {}};
  std::int64_t samples = 1000;
  std::int64_t resamples = -1;   // as many as are quick
  bool is_text = false;          // on the terminal, and no page
};

std::optional<Dataset> read_rows(const ReportFlags& flags, const Model& model) {
  if (flags.data.empty()) return std::nullopt;
  if (find_ability<Estimating>(model)) return read_numbered_rows(flags, model);
  if (!model.has_classes()) return read_rows_for_units(flags, model);
  return encode(flags.reading.read(flags.data, label_for(flags.label, model), &model.encoding), model.encoding,
                {.label = flags.label, .class_names = model.class_names});
}

void print_page(const Page& page) {
  fmt::print("{}\n{}\n", page.title, page.lead);
  for (const PageSection& section : page.sections) {
    if (std::ranges::all_of(section.figures, [](const Figure& figure) { return figure_text(figure).empty(); }))
      continue;
    fmt::print("\n\n{}\n", section.title);
    for (const std::string& sentence : section.text) fmt::print("{}\n", sentence);
    for (const Figure& figure : section.figures) {
      const std::string picture = figure_text(figure);
      if (!picture.empty()) fmt::print("\n{}{}\n", picture, figure.caption);
    }
  }
}

void run(const ReportFlags& flags) {
  if (flags.is_text && flags.common.json) throw UsageError("--text and --json cannot both go to standard output");
  if (!flags.is_text) demand_page_place(flags.page, {flags.model, flags.data});
  const std::unique_ptr<Model> model = load_model(flags.model);
  const std::optional<Dataset> data = read_rows(flags, *model);
  const auto runtime = make_runtime(static_cast<std::size_t>(flags.common.threads));
  const std::string stem = std::filesystem::path(flags.model).filename().string();
  const auto stability = stability_for_page(
      *model, data, flags.resamples < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(flags.resamples)),
      *runtime);
  const Page page = model_page(*model, data,
                               {.name = stem,
                                .most_samples = static_cast<std::size_t>(flags.samples),
                                .stability = stability ? &*stability : nullptr},
                               *runtime);
  if (flags.is_text) return print_page(page);
  const std::vector<std::string> files = write_page(page, flags.page);
  if (flags.common.json) return print_json({{"model", flags.model}, {"page", flags.page.page}, {"figures", files}});
  if (!flags.common.quiet) say_where(flags.page, files);
}

}   // namespace

void add_report(CLI::App& app) {
  Command command = add_command(app, "report", "Write a page that shows what a model has learned and how it answers");
  auto flags = std::make_shared<ReportFlags>();
  command.argument("MODEL", flags->model,
                   "a model file, an LVQ_PAK or SOM_PAK codebook (.cod), or weights of an ESOM (.wts)");
  command.optional_argument("DATA", flags->data, "rows to answer and to explain: a data file, or a built-in set");
  command.text("-o,--output", flags->page.page, "the page, one file that needs nothing else [report.html]");
  command.text("--svg", flags->page.svg, "also write each figure as SVG to this folder");
  command.toggle("--text", flags->is_text, "show it here, drawn with characters, and write no page");
  command.integer("--samples", flags->samples, "rows at most that can be looked at one by one [1000]", 0, 100'000);
  command.integer(
      "--resamples", flags->resamples,
      "trainings on resamples of DATA, which tell how stable relevances are; 0: none [20 where that is quick]", 0,
      100'000);
  add_label_flag(command, flags->label);
  add_target_flag(command, flags->target);
  add_reading_flags(command, flags->reading);
  add_common_flags(command, flags->common);
  command.action([flags] { run(*flags); });
}

}   // namespace protea::app
