#include "models.hpp"

#include <algorithm>
#include <functional>

#include <protea/base/file.hpp>
#include <protea/catalogue/load.hpp>
#include <protea/catalogue/methods.hpp>
#include <protea/data/arrays.hpp>
#include <protea/model/abilities.hpp>
#include <protea/model/codebook.hpp>
#include <protea/model/esom.hpp>
#include <protea/model/model_file.hpp>
#include <protea/model/prototype_model.hpp>

#include "core.hpp"
#include "own_dissimilarity.hpp"

namespace protea::python {
namespace {

// Few rows are answered before a pool of threads would be there.
constexpr std::size_t rows_worth_threads = 2000;

template <class Answer>
Answer asked(const PythonModel& self, const Rows& x, std::size_t threads,
             const std::function<Answer(const Model&, const Dataset&, Runtime&)>& ask) {
  const nb::gil_scoped_release release;
  const auto runtime = make_runtime(x.shape(0) < rows_worth_threads ? 1 : threads);
  return ask(*self.model, self.rows_of(x), *runtime);
}

Predictions predictions(const PythonModel& self, const Rows& x, std::size_t threads) {
  return asked<Predictions>(self, x, threads, [](const Model& model, const Dataset& rows, Runtime& runtime) {
    return model.predict(model.prepare(rows).view(), runtime);
  });
}

nb::object labels(const PythonModel& self, const Rows& x, std::size_t threads) {
  demand_classes(*self.model, "predict");
  return array_of(asked<std::vector<Label>>(
      self, x, threads,
      [](const Model& model, const Dataset& rows, Runtime& runtime) { return model.labels(rows, runtime); }));
}

nb::object scores(const PythonModel& self, const Rows& x, std::size_t threads) {
  Matrix scores = predictions(self, x, threads).scores;
  if (scores.columns() == 0) refuse_ability(*self.model, "scores", "");
  return array_of(std::move(scores));
}

nb::object numbers(const PythonModel& self, const Rows& x, std::size_t threads) {
  demand<Estimating>(*self.model, "");
  return array_of(predictions(self, x, threads).numbers);
}

nb::object winners(const PythonModel& self, const Rows& x, std::size_t threads) {
  const Predictions answers = predictions(self, x, threads);
  if (answers.winners.size() == x.shape(0)) return array_of(answers.winners);
  const Matrix d = asked<Matrix>(self, x, threads, [](const Model& model, const Dataset& rows, Runtime&) {
    return demand<Measuring>(model, "").distances(model.prepare(rows).view());
  });
  std::vector<std::uint32_t> units;
  for (std::size_t i = 0; i < d.rows(); ++i) units.push_back(static_cast<std::uint32_t>(nearest_unit(d.row(i))));
  return array_of(units);
}

nb::object distances(const PythonModel& self, const Rows& x) {
  return array_of(asked<Matrix>(self, x, 1, [](const Model& model, const Dataset& rows, Runtime&) {
    return demand<Measuring>(model, "").distances(model.prepare(rows).view());
  }));
}

nb::object projection(const PythonModel& self, const Rows& x, std::size_t dimensions) {
  return array_of(asked<Matrix>(self, x, 1, [=](const Model& model, const Dataset& rows, Runtime&) {
    return demand<Projecting>(model, "").projection(model.prepare(rows).view(), dimensions);
  }));
}

nb::object prepared(const PythonModel& self, const Rows& x) {
  return array_of(
      asked<Matrix>(self, x, 1, [](const Model& model, const Dataset& rows, Runtime&) { return model.prepare(rows); }));
}

nb::object standard_errors(const PythonModel& self, const Rows& x) {
  return array_of(asked<std::vector<double>>(self, x, 1, [](const Model& model, const Dataset& rows, Runtime&) {
    return demand<Estimating>(model, "").standard_errors(model.prepare(rows).view());
  }));
}

// Parameters of the dissimilarity, a row for each group of prototypes.
nb::object metrics(const PythonModel& self) {
  const auto& model = demand<PrototypeModel>(*self.model, "metrics");
  const std::size_t size = model.space.metric(Row(model.parameters), 0).size();
  Matrix rows(model.space.group_count(), size);
  for (std::size_t g = 0; g < rows.rows(); ++g) {
    const Row metric = model.space.metric(Row(model.parameters), g);
    std::copy(metric.begin(), metric.end(), rows.row(g).begin());
  }
  return array_of(std::move(rows));
}

// Everything that a model without classes, or with label vectors or places, answers beside.
nb::dict answers(const PythonModel& self, const Rows& x, std::size_t threads) {
  Predictions found = predictions(self, x, threads);
  nb::dict result;
  result["labels"] = array_of(std::move(found.labels));
  result["scores"] = array_of(std::move(found.scores));
  result["certainty"] = array_of(std::move(found.certainty));
  result["winners"] = array_of(found.winners);
  result["distances"] = array_of(std::move(found.distances));
  result["places"] = array_of(std::move(found.places));
  result["memberships"] = array_of(std::move(found.memberships));
  result["numbers"] = array_of(std::move(found.numbers));
  return result;
}

std::vector<std::string> abilities(const PythonModel& self) {
  std::vector<std::string> names;
  if (self.model->has_classes()) names.emplace_back("classes");
  if (find_ability<Measuring>(*self.model)) names.emplace_back("distances");
  if (find_ability<Projecting>(*self.model)) names.emplace_back("projection");
  if (find_ability<Estimating>(*self.model)) names.emplace_back("numbers");
  if (find_ability<Deciding>(*self.model)) names.emplace_back("decision");
  if (find_ability<PrototypeModel>(*self.model)) names.emplace_back("prototypes");
  return names;
}

nb::bytes bytes_of(const PythonModel& self) {
  demand_no_function(*self.model);
  const std::string bytes = encode_model(*self.model);
  return nb::bytes(bytes.data(), bytes.size());
}

std::string text_of(const nb::bytes& bytes) { return std::string(bytes.c_str(), bytes.size()); }

}   // namespace

Dataset PythonModel::rows_of(const Rows& x) const {
  ArrayNames names;
  names.features = model->encoding.feature_names();
  const ArrayView view = view_of(x);
  if (view.columns != names.features.size()) names.features.clear();   // what is wrong, `prepare` says
  return from_arrays(view, {}, names);
}

// Rows of the matrix Ω that all prototypes share; 0 where there is no such matrix.
std::size_t matrix_rank(const PythonModel& self) {
  const auto* const model = find_ability<PrototypeModel>(*self.model);
  if (!model || model->expansion || model->space.scope() != Scope::shared || model->dissimilarity().name() != "matrix")
    return 0;
  return model->space.metric_block().size / model->space.features();
}

PythonModel model_from_bytes(const std::string& bytes) { return {decode_model(bytes, "these bytes", model_kinds())}; }

void add_models(nb::module_& module) {
  nb::class_<PythonModel>(module, "Model", "A trained model: it never changes.")
      .def_prop_ro("method", [](const PythonModel& self) { return self.model->record.method; })
      .def_prop_ro("settings", [](const PythonModel& self) { return method_of(*self.model, {})->describe(); })
      .def_prop_ro("matrix_rank", &matrix_rank)
      .def_prop_ro("kind", [](const PythonModel& self) { return std::string(self.model->kind()); })
      .def_prop_ro("class_names", [](const PythonModel& self) { return self.model->class_names; })
      .def_prop_ro("feature_names", [](const PythonModel& self) { return self.model->encoding.feature_names(); })
      .def_prop_ro("epochs", [](const PythonModel& self) { return self.model->record.epochs; })
      .def_prop_ro("cost", [](const PythonModel& self) { return self.model->record.cost; })
      .def_prop_ro("converged", [](const PythonModel& self) { return self.model->record.converged; })
      .def_prop_ro("abilities", &abilities)
      .def("parts", [](const PythonModel& self) { return object_of(Value(self.model->parts())); })
      .def("learned", [](const PythonModel& self) { return object_of(Value(self.model->learned())); })
      .def("labels", &labels, nb::arg("x"), nb::arg("threads") = 1)
      .def("scores", &scores, nb::arg("x"), nb::arg("threads") = 1)
      .def("numbers", &numbers, nb::arg("x"), nb::arg("threads") = 1)
      .def("winners", &winners, nb::arg("x"), nb::arg("threads") = 1)
      .def("answers", &answers, nb::arg("x"), nb::arg("threads") = 1)
      .def("distances", &distances, nb::arg("x"))
      .def("projection", &projection, nb::arg("x"), nb::arg("dimensions"))
      .def("prepared", &prepared, nb::arg("x"))
      .def("standard_errors", &standard_errors, nb::arg("x"))
      .def("metrics", &metrics)
      .def("bytes", &bytes_of)
      .def("__getstate__", &bytes_of)
      .def("__setstate__", [](PythonModel& self, const nb::bytes& bytes) {
        new (&self) PythonModel(model_from_bytes(text_of(bytes)));
      });
  module.def(
      "model_from_bytes", [](const nb::bytes& bytes) { return model_from_bytes(text_of(bytes)); }, nb::arg("bytes"));
  module.def(
      "default_settings", [](const std::string& method) { return make_method(method, {})->describe(); },
      nb::arg("method"));
  module.def(
      "load_model", [](const std::string& path) { return PythonModel{load_model(path)}; }, nb::arg("path"));
  module.def(
      "save_model",
      [](const PythonModel& model, const std::string& path) {
        demand_no_function(*model.model);
        if (path.ends_with(".cod"))
          write_file_atomically(
              path, format_codebook(codebook_from_model(demand<PrototypeModel>(*model.model, "a codebook"))));
        else if (path.ends_with(".wts"))
          write_file_atomically(
              path, format_esom_weights(weights_from_model(demand<PrototypeModel>(*model.model, "a file of weights"))));
        else save_model(*model.model, path);
      },
      nb::arg("model"), nb::arg("path"));
}

}   // namespace protea::python
