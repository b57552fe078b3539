#include <protea/model/map_view.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <protea/base/text.hpp>

namespace protea {
namespace {

constexpr std::size_t most_columns = 50;   // side by side in a picture, two characters each

bool has_grid(const PrototypeModel& model) {
  const Lattice* const lattice = model.lattice();
  return lattice && lattice->topology != Topology::free;
}

double length_between(const PrototypeModel& model, std::size_t a, std::size_t b) {
  const MatrixView w = model.space.prototypes(Row(model.parameters));
  const DissimilarityTraits traits = model.space.dissimilarity().traits();
  const double there = model.space.distance(w.row(a), model.parameters, b);
  if (traits.is_squared_euclidean || traits.is_quadratic_form) return std::sqrt(there);
  return traits.symmetric ? there : 0.5 * (there + model.space.distance(w.row(b), model.parameters, a));
}

// Lines of a picture, the odd rows of a hexagonal lattice half a place further; every unit takes two characters. What
// is too wide is cut into pieces, one below the other: a single row goes on in the next line, which begins with the
// number of its first unit.
template <class CharacterOf>
std::vector<std::string> picture(const Lattice& lattice, CharacterOf character_of) {
  std::vector<std::string> lines;
  const auto columns = static_cast<std::size_t>(lattice.columns);
  const auto rows = static_cast<std::size_t>(lattice.rows);
  const bool is_cut = columns > most_columns;
  const std::size_t digits = fmt::format("{}", columns).size();
  for (std::size_t first = 0; first < columns; first += most_columns) {
    const std::size_t end = std::min(columns, first + most_columns);
    if (is_cut && rows > 1) lines.push_back(fmt::format("  columns {} to {}", first + 1, end));
    for (std::size_t row = 0; row < rows; ++row) {
      std::string line = "  ";
      if (is_cut && rows == 1) line += fmt::format("{:>{}}  ", first + 1, digits);
      if (lattice.topology == Topology::hexagon && row % 2 == 1) line += " ";
      for (std::size_t c = first; c < end; ++c) line += character_of(row * columns + c) + " ";
      while (line.ends_with(' ')) line.pop_back();
      lines.push_back(line);
    }
  }
  return lines;
}

// From light to dark.
std::string shade(double value, double low, double high) {
  constexpr std::array<const char*, 5> shades{"·", "░", "▒", "▓", "█"};
  if (!(high > low)) return shades[0];
  const double share = (value - low) / (high - low);
  return shades[std::min<std::size_t>(shades.size() - 1, static_cast<std::size_t>(share * shades.size()))];
}

Exhibit shaded(const Lattice& lattice, const std::string& title, Row values) {
  const double low = *std::min_element(values.begin(), values.end());
  const double high = *std::max_element(values.begin(), values.end());
  return {fmt::format("{}, from {:.4g} (·) to {:.4g} (█)", title, low, high),
          {},
          {},
          picture(lattice, [&](std::size_t k) { return shade(values[k], low, high); })};
}

// A letter for each class: its first, or one that is free.
std::vector<std::string> letters_of(const std::vector<std::string>& names) {
  std::vector<std::string> letters;
  std::string taken;
  for (const std::string& name : names) {
    char letter = 0;
    const std::string wanted = name + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    for (const char c : wanted) {
      const bool is_plain = c > ' ' && c < 127 && c != '.' && c != '-';
      if (is_plain && taken.find(c) == std::string::npos) {
        letter = c;
        break;
      }
    }
    taken += letter == 0 ? '?' : letter;
    letters.emplace_back(1, letter == 0 ? '?' : letter);
  }
  return letters;
}

Exhibit label_exhibit(const Lattice& lattice, const std::vector<std::string>& names, const std::vector<Label>& labels) {
  const std::vector<std::string> letters = letters_of(names);
  std::string key;
  for (std::size_t c = 0; c < names.size(); ++c)
    key += fmt::format("{}{} {}", c == 0 ? "" : ", ", letters[c], names[c]);
  return {fmt::format("label map ({}; . none)", key), {}, {}, picture(lattice, [&](std::size_t k) {
            return labels[k] == no_label ? std::string(".") : letters[static_cast<std::size_t>(labels[k])];
          })};
}

std::vector<Label> labels_of_units(const PrototypeModel& model) {
  if (model.has_classes()) return model.space.labels();
  std::vector<Label> labels;
  for (std::size_t k = 0; k < model.space.prototype_count(); ++k)
    labels.push_back(model.units ? model.units->label_of(k) : no_label);
  return labels;
}

// The names that those labels stand for.
std::vector<std::string> names_of_classes(const PrototypeModel& model) {
  if (model.has_classes()) return model.class_names;
  return model.units ? model.units->class_names : std::vector<std::string>{};
}

// Values of the units as on_grid has them, and one after the other without a lattice.
Value in_rows(const Lattice* lattice, std::vector<Value> of_units) {
  if (!lattice) return of_units;
  const std::size_t columns =
      lattice->topology == Topology::free ? of_units.size() : static_cast<std::size_t>(lattice->columns);
  std::vector<Value> rows;
  for (std::size_t first = 0; first < of_units.size(); first += columns) {
    const auto begin = of_units.begin() + static_cast<std::ptrdiff_t>(first);
    rows.emplace_back(std::vector<Value>(begin, begin + static_cast<std::ptrdiff_t>(columns)));
  }
  return rows;
}

// Hits count samples, unless these have weights that are not whole.
Value hits_value(double hits) {
  constexpr double most_whole = 9007199254740992;   // 2⁵³
  return hits == std::floor(hits) && hits <= most_whole ? Value(static_cast<std::int64_t>(hits)) : Value(hits);
}

}   // namespace

std::vector<double> u_matrix(const PrototypeModel& model) {
  const Lattice* const lattice = model.lattice();
  if (!lattice || model.expansion) return {};
  std::vector<double> heights(lattice->size());
  for (std::size_t k = 0; k < heights.size(); ++k) {
    double sum = 0;
    double count = 0;
    for (std::size_t l = 0; l < heights.size(); ++l) {
      if (l == k || !lattice->are_neighbours(k, l)) continue;
      sum += length_between(model, k, l);
      ++count;
    }
    heights[k] = count > 0 ? sum / count : 0;
  }
  return heights;
}

Matrix on_grid(const Lattice& lattice, Row of_units) {
  const bool is_free = lattice.topology == Topology::free;
  Matrix grid(is_free ? 1 : static_cast<std::size_t>(lattice.rows),
              is_free ? of_units.size() : static_cast<std::size_t>(lattice.columns));
  std::copy(of_units.begin(), of_units.end(), grid.values().begin());
  return grid;
}

std::string label_of_unit(const PrototypeModel& model, std::size_t unit) {
  if (model.has_classes()) return model.class_of(unit);
  const Label label = model.units ? model.units->label_of(unit) : no_label;
  return label == no_label ? std::string() : model.units->class_names[static_cast<std::size_t>(label)];
}

Fields map_fields(const PrototypeModel& model) {
  Fields fields;
  const Lattice* const lattice = model.lattice();
  const std::vector<std::string> names = names_of_classes(model);
  if (model.units) {
    std::vector<Value> hits;
    for (const double each : model.units->hits) hits.push_back(hits_value(each));
    if (!hits.empty()) fields.emplace_back("hits", in_rows(lattice, std::move(hits)));
    std::vector<Value> labels;
    for (const Label label : labels_of_units(model))
      labels.emplace_back(label == no_label ? std::string() : names[static_cast<std::size_t>(label)]);
    if (!names.empty()) fields.emplace_back("label_map", in_rows(lattice, std::move(labels)));
  }
  if (model.space.has_label_vectors()) {
    const MatrixView vectors = model.space.label_vectors(Row(model.parameters));
    Matrix copy(vectors.rows, vectors.columns);
    for (std::size_t k = 0; k < vectors.rows; ++k) std::ranges::copy(vectors.row(k), copy.row(k).begin());
    fields.emplace_back("label_vectors", copy);
  }
  if (!lattice || model.expansion) return fields;
  Fields places{{"topology", choice_name(lattice->topology)}};
  if (has_grid(model)) {
    places.emplace_back("columns", static_cast<std::int64_t>(lattice->columns));
    places.emplace_back("rows", static_cast<std::int64_t>(lattice->rows));
  }
  fields.emplace_back("lattice", places);
  fields.emplace_back("u_matrix", on_grid(*lattice, u_matrix(model)));
  const Matrix w = model.prototypes_in_original_units();
  const std::vector<std::string> features = model.encoding.feature_names();
  Fields planes;
  std::vector<double> values(w.rows());
  for (std::size_t j = 0; j < w.columns(); ++j) {
    for (std::size_t k = 0; k < w.rows(); ++k) values[k] = w(k, j);
    planes.emplace_back(features[j], on_grid(*lattice, values));
  }
  fields.emplace_back("component_planes", planes);
  return fields;
}

std::vector<Exhibit> map_exhibits(const PrototypeModel& model) {
  constexpr std::size_t most_planes = 4;
  std::vector<Exhibit> exhibits;
  if (!has_grid(model) || model.expansion) return exhibits;
  const Lattice& lattice = *model.lattice();
  exhibits.push_back(shaded(lattice, "U-matrix, mean distance to the neighbours on the lattice", u_matrix(model)));
  if (model.units && !model.units->hits.empty())
    exhibits.push_back(shaded(lattice, "hits, samples won in training", model.units->hits));
  const std::vector<std::string> names = names_of_classes(model);
  if (!names.empty()) exhibits.push_back(label_exhibit(lattice, names, labels_of_units(model)));
  const Matrix w = model.prototypes_in_original_units();
  const std::vector<std::string> features = model.encoding.feature_names();
  std::vector<double> values(w.rows());
  for (std::size_t j = 0; j < std::min(most_planes, w.columns()); ++j) {
    for (std::size_t k = 0; k < w.rows(); ++k) values[k] = w(k, j);
    exhibits.push_back(shaded(lattice, features[j], values));
  }
  return exhibits;
}

}   // namespace protea
