#include <protea/model/model_file.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/base/file.hpp>

namespace protea {
namespace {

constexpr int format_version = 1;

// Keys stand in this order, those not named here behind them: the same model gives the same bytes.
constexpr std::string_view order_of_keys[] = {"format",  "kind",    "dissimilarity", "scope",    "classes",  "encoding",
                                              "missing", "scaling", "decision",      "training", "expansion"};

std::size_t rank_of(std::string_view key) {
  return static_cast<std::size_t>(std::find(std::begin(order_of_keys), std::end(order_of_keys), key) -
                                  std::begin(order_of_keys));
}

// Tensors likewise: the preparation stands behind the parameters and before what not every model has.
int rank_of_tensor(const Tensor& tensor) {
  if (tensor.name.starts_with("preparation.")) return 1;
  return tensor.name.starts_with("expansion.") ? 2 : tensor.name.starts_with("statistics.") ? 3 : 0;
}

Fields fields_of(const Encoding& encoding) {
  std::vector<Value> columns;
  for (const FeatureColumn& column : encoding.columns)
    columns.push_back(Fields{{"name", column.name}, {"categories", column.categories}});
  Fields fields{{"columns", columns},
                {"label", encoding.label_name},
                {"label_position", encoding.label_position},
                {"has_names", encoding.has_names}};
  if (!encoding.optional_column.empty()) fields.emplace_back("optional", encoding.optional_column);
  if (!encoding.label_columns.empty()) fields.emplace_back("label_columns", encoding.label_columns);
  if (!encoding.target_name.empty()) fields.emplace_back("target", encoding.target_name);
  if (!encoding.target_positions.empty()) {
    fields.emplace_back("target_positions",
                        std::vector<Value>(encoding.target_positions.begin(), encoding.target_positions.end()));
  }
  if (!encoding.set_aside.empty()) {
    std::vector<Value> asides;
    for (const SetAside& aside : encoding.set_aside) {
      asides.push_back(Fields{{"name", aside.name}, {"position", aside.position}, {"role", choice_name(aside.role)}});
    }
    fields.emplace_back("set_aside", asides);
  }
  if (!encoding.missing_marks.empty()) fields.emplace_back("missing_marks", encoding.missing_marks);
  return fields;
}

// Positions of columns lead into tables of this many columns.
void demand_places_inside(const Encoding& encoding) {
  const std::size_t targets = encoding.label_name.empty() ? encoding.target_positions.size() : 1;
  const std::size_t data = encoding.columns.size() + targets;
  std::size_t last = encoding.label_position;
  for (const std::size_t position : encoding.target_positions) last = std::max(last, position);
  if (last >= std::max<std::size_t>(1, data)) throw DamagedValue("a target stands outside of the table");
  for (const SetAside& aside : encoding.set_aside) {
    if (aside.position < data + encoding.set_aside.size()) continue;
    throw DamagedValue(fmt::format("the column '{}' stands outside of the table", aside.name));
  }
}

Encoding encoding_from(const Value& fields) {
  Encoding encoding;
  for (const Value& column : fields.at("columns").list()) {
    encoding.columns.push_back({column.at("name").text(), column.at("categories").texts()});
  }
  encoding.label_name = fields.at("label").text();
  encoding.label_position = fields.at("label_position").count();
  encoding.has_names = fields.at("has_names").truth();
  if (const Value* const optional = fields.find("optional")) encoding.optional_column = optional->text();
  if (const Value* const columns = fields.find("label_columns")) encoding.label_columns = columns->texts();
  if (const Value* const target = fields.find("target")) encoding.target_name = target->text();
  if (const Value* const positions = fields.find("target_positions")) {
    for (const Value& position : positions->list()) encoding.target_positions.push_back(position.count());
  }
  if (const Value* const asides = fields.find("set_aside")) {
    for (const Value& aside : asides->list()) {
      encoding.set_aside.push_back(
          {aside.at("name").text(), aside.at("position").count(), parse_choice<Role>("role", aside.at("role").text())});
    }
  }
  if (const Value* const marks = fields.find("missing_marks")) encoding.missing_marks = marks->texts();
  demand_places_inside(encoding);
  return encoding;
}

constexpr std::string_view last_family = "relevance";   // came later than the numbers that stand before it in the file

Fields fields_of(const TrainingRecord& record) {
  Fields fields{{"method", record.method}};
  for (const auto& [family, component] : record.parts) {
    if (family != last_family) fields.emplace_back(family, protea::fields_of(component));
  }
  const Fields rest{{"plan", protea::fields_of(record.plan)}, {"samples", record.samples}, {"epochs", record.epochs},
                    {"converged", record.converged},          {"cost", record.cost},       {"version", record.version}};
  fields.insert(fields.end(), rest.begin(), rest.end());
  for (const auto& [family, component] : record.parts) {
    if (family == last_family) fields.emplace_back(family, protea::fields_of(component));
  }
  return fields;
}

TrainingRecord record_from(const Value& fields) {
  TrainingRecord record;
  record.method = fields.at("method").text();
  for (const auto& [family, value] : fields.fields()) {
    if (value.find("name") && value.find("options")) record.parts.push_back({family, component_from(value)});
  }
  record.plan = settings_of(fields.at("plan"));
  record.samples = fields.at("samples").count();
  record.epochs = fields.at("epochs").count();
  record.converged = fields.at("converged").truth();
  record.cost = fields.at("cost").number();
  record.version = fields.at("version").text();
  return record;
}

void add_preparation(const Preparation& preparation, ModelArchive& archive) {
  archive.description.emplace_back("missing", choice_name(preparation.missing));
  archive.description.emplace_back("scaling", choice_name(preparation.scaling));
  const auto add = [&](const char* name, const std::vector<double>& values) {
    if (!values.empty()) archive.add(name, {values.size()}, values);
  };
  add("preparation.fill", preparation.fill);
  add("preparation.shift", preparation.shift);
  add("preparation.factor", preparation.factor);
}

Preparation preparation_from(const StoredModel& stored) {
  const std::size_t n = stored.encoding.feature_count();
  const auto values_of = [&](std::string_view name) {
    if (!stored.file.has_tensor(name)) return std::vector<double>{};
    std::vector<double> values = stored.file.real_values(name);
    if (values.size() != n)
      throw DataError(fmt::format("{}: the tensor '{}' has a wrong size", stored.file.source, name));
    return values;
  };
  Preparation preparation{parse_choice<Missing>("missing", stored.description.at("missing").text()),
                          parse_choice<Scaling>("scale", stored.description.at("scaling").text()),
                          values_of("preparation.fill"), values_of("preparation.shift"),
                          values_of("preparation.factor")};
  const bool is_affine = preparation.scaling == Scaling::z_score || preparation.scaling == Scaling::min_max;
  const bool imputes = preparation.missing == Missing::mean || preparation.missing == Missing::median;
  const auto is_positive = [](double factor) { return factor > 0; };
  if (preparation.shift.size() != (is_affine ? n : 0) || preparation.factor.size() != (is_affine ? n : 0) ||
      preparation.fill.size() != (imputes ? n : 0) ||
      !std::all_of(preparation.factor.begin(), preparation.factor.end(), is_positive)) {
    throw DataError(fmt::format("{}: the scaling or filling of the model is incomplete", stored.file.source));
  }
  return preparation;
}

const ModelKind& find_kind(const Value& description, const std::string& source, std::span<const ModelKind> kinds) {
  const Value* const named = description.find("kind");
  const std::string name = named ? named->text() : std::string("prototypes");   // as earlier versions wrote them
  for (const ModelKind& kind : kinds) {
    if (kind.name == name) return kind;
  }
  throw DataError(fmt::format("{}: a model of a kind that this program does not know: '{}'", source, name));
}

std::unique_ptr<Model> model_from(const TensorFile& file, const Value& description, std::span<const ModelKind> kinds) {
  const Value& format = description.at("format");
  if (format.integer() != format_version) {
    throw DataError(fmt::format("{}: this model file has format {}, this program reads format {}", file.source,
                                format.integer(), format_version));
  }
  const std::vector<std::string> class_names = description.at("classes").texts();
  const Encoding encoding = encoding_from(description.at("encoding"));
  const TrainingRecord record = record_from(description.at("training"));
  const StoredModel stored{file, description, class_names, encoding};
  std::unique_ptr<Model> model = find_kind(description, file.source, kinds).read(stored);
  model->preparation = preparation_from(stored);
  model->class_names = class_names;
  model->encoding = encoding;
  model->record = record;
  return model;
}

}   // namespace

void ModelArchive::add(std::string name, std::vector<std::size_t> shape, Row values) {
  tensors.push_back({std::move(name), std::move(shape), std::vector<double>(values.begin(), values.end())});
}

const std::vector<double>& StoredModel::values(std::string_view name, const std::vector<std::size_t>& shape) const {
  const std::vector<double>& found = file.real_values(name);
  if (file.tensor(name).shape != shape)
    throw DataError(fmt::format("{}: the tensor '{}' has a wrong shape", file.source, name));
  return found;
}

Fields fields_of(const ComponentRecord& record) {
  return {{"name", record.name}, {"options", fields_of(record.settings)}};
}

ComponentRecord component_from(const Value& fields) {
  return {fields.at("name").text(), settings_of(fields.at("options"))};
}

std::string encode_model(const Model& model) {
  ModelArchive archive;
  if (model.kind() != "prototypes") archive.description.emplace_back("kind", model.kind());
  model.write(archive);
  archive.description.emplace_back("format", format_version);
  archive.description.emplace_back("classes", model.class_names);
  archive.description.emplace_back("encoding", fields_of(model.encoding));
  archive.description.emplace_back("training", fields_of(model.record));
  add_preparation(model.preparation, archive);
  std::stable_sort(archive.description.begin(), archive.description.end(),
                   [](const auto& a, const auto& b) { return rank_of(a.first) < rank_of(b.first); });
  std::stable_sort(archive.tensors.begin(), archive.tensors.end(),
                   [](const Tensor& a, const Tensor& b) { return rank_of_tensor(a) < rank_of_tensor(b); });
  TensorFile file;
  file.metadata.emplace_back("protea", json_text(archive.description));
  file.tensors = std::move(archive.tensors);
  return encode_tensors(file);
}

std::unique_ptr<Model> decode_model(std::string_view bytes, const std::string& source,
                                    std::span<const ModelKind> kinds) {
  const TensorFile file = decode_tensors(bytes, source);
  if (!file.has_metadata("protea"))
    throw DataError(fmt::format("{}: a safetensors file, but not a model of protea", source));
  try {
    return model_from(file, value_from_json(file.metadata_text("protea")), kinds);
  } catch (const DamagedValue&) {
    throw DataError(fmt::format("{}: the description of the model is damaged", source));
  } catch (const UsageError& error) {
    throw DataError(fmt::format("{}: {}", source, error.marked()));
  }
}

void save_model(const Model& model, const std::string& path) { write_file_atomically(path, encode_model(model)); }

}   // namespace protea
