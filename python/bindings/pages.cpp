// Pages of models and the stability of relevances.
#include <utility>

#include <protea/catalogue/methods.hpp>
#include <protea/evaluate/stability.hpp>
#include <protea/report/model_page.hpp>
#include <protea/report/stability_page.hpp>
#include <protea/report/svg.hpp>
#include <protea/runtime/serial.hpp>

#include "core.hpp"
#include "models.hpp"
#include "pages.hpp"
#include "samples.hpp"
#include "studies.hpp"

namespace protea::python {

nb::dict drawn_figures(const Page& page) {
  nb::dict figures;
  for (const PageSection& section : page.sections) {
    for (const Figure& figure : section.figures) {
      const std::string svg = figure_svg(figure);
      if (!svg.empty()) figures[figure.id.c_str()] = svg;
    }
  }
  return figures;
}

namespace {

// The page, and its figures by name.
nb::tuple page(const PythonModel& self, const std::optional<Rows>& x, const std::optional<Codes>& codes,
               const std::optional<Numbers>& numbers, const std::vector<std::string>& classes, ModelPageOptions options,
               std::optional<std::size_t> resamples, std::size_t threads) {
  std::optional<Dataset> data;
  if (x) {
    data = self.rows_of(*x);
    data->class_names = self.model->has_classes() ? self.model->class_names : classes;
    if (codes) data->y.assign(codes->data(), codes->data() + codes->size());
    if (numbers) data->numbers.assign(numbers->data(), numbers->data() + numbers->size());
  }
  Page found;
  std::string html;
  {
    const nb::gil_scoped_release release;
    const auto runtime = make_runtime(threads);
    const auto stability = stability_for_page(*self.model, data, resamples, *runtime);
    options.stability = stability ? &*stability : nullptr;
    found = model_page(*self.model, data, options, *runtime);
    html = page_html(found);
  }
  return nb::make_tuple(html, drawn_figures(found));
}

Value spreads(const std::vector<Spread>& all) {
  Matrix rows(all.size(), 3);
  for (std::size_t j = 0; j < all.size(); ++j) {
    rows(j, 0) = all[j].low;
    rows(j, 1) = all[j].median;
    rows(j, 2) = all[j].high;
  }
  return rows;
}

nb::object stability(const std::string& method, const Settings& settings, const PythonSamples& samples,
                     const std::string& kind, const StabilityPlan& given, std::size_t threads,
                     const LedgerPlan& ledger) {
  const std::shared_ptr<const Method> made = make_method(method, settings);
  StabilityPlan plan = given;
  plan.kind = parse_choice<Resampling>("resampling", kind);
  RelevanceStability found;
  Dataset dataset;
  {
    const nb::gil_scoped_release release;
    dataset = dataset_of(samples);
    const Encoding encoding = encoding_of(dataset);
    const auto runtime = make_runtime(threads);
    const auto train = [&](const Dataset& rows) {
      Serial serial;
      return made->train(rows, encoding, {serial, {}, {}, false}).model;
    };
    found = relevance_stability(
        dataset, train, plan, *runtime,
        [](auto&&...) {
          const nb::gil_scoped_acquire lock;
          if (PyErr_CheckSignals() != 0) throw nb::python_error();
        },
        ledger);
  }
  const Page page{.title = "Stability of relevances",
                  .lead = stability_sentence(found, dataset.feature_names),
                  .features = dataset.feature_names,
                  .classes = dataset.class_names,
                  .sections = {stability_section(found, dataset.feature_names)}};
  return object_of(Value(Fields{{"features", dataset.feature_names},
                                {"relevances", found.relevances},
                                {"relevance", spreads(found.relevance)},
                                {"rank", spreads(found.rank)},
                                {"ahead", found.ahead},
                                {"accuracy", found.accuracy},
                                {"mean_matrix", found.mean_matrix},
                                {"failed", found.failed},
                                {"sentence", page.lead},
                                {"page", page_html(page)}}));
}

}   // namespace

void add_pages(nb::module_& module) {
  module.def(
      "page",
      [](const PythonModel& self, std::optional<Rows> x, std::optional<Codes> codes, std::optional<Numbers> numbers,
         const std::vector<std::string>& classes, std::string name, std::size_t most,
         std::optional<std::size_t> resamples, std::size_t threads) {
        return page(self, x, codes, numbers, classes, {std::move(name), most}, resamples, threads);
      },
      nb::arg("model"), nb::arg("x").none() = nb::none(), nb::arg("codes").none() = nb::none(),
      nb::arg("numbers").none() = nb::none(), nb::arg("classes") = std::vector<std::string>(), nb::arg("name") = "",
      nb::arg("most") = 1000, nb::arg("resamples").none() = nb::none(), nb::arg("threads") = 1);
  module.def(
      "stability",
      [](const std::string& method, const Settings& settings, const PythonSamples& samples, const std::string& kind,
         std::size_t resamples, double share, std::uint64_t seed, std::size_t threads, const LedgerPlan& tasks) {
        try {
          return stability(method, settings, samples, kind, {.resamples = resamples, .share = share, .seed = seed},
                           threads, tasks);
        } catch (const TheseAlone& these) {
          return results_of(these);
        }
      },
      nb::arg("method"), nb::arg("settings"), nb::arg("samples"), nb::arg("kind"), nb::arg("resamples"),
      nb::arg("share"), nb::arg("seed"), nb::arg("threads") = 1, nb::arg("tasks") = LedgerPlan());
}

}   // namespace protea::python
