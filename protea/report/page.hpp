// A page of figures and sentences: one file that shows everything offline.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>
#include <protea/report/figure.hpp>
#include <protea/report/json.hpp>

namespace PROTEA_EXPORT protea {

struct PageSection {
  std::string id;   // a word, unique on its page
  std::string title;
  std::vector<std::string> text = {};
  std::vector<Figure> figures = {};
};

// The smallest change of one feature that flips an answer, in original units.
struct FlippingChange {
  std::size_t feature = 0;
  double from = 0;
  double to = 0;
  Label becomes = no_label;
};

// The nearest point with another answer, in original units: the features that differ most on the way there.
struct NearestFlip {
  std::vector<FlippingChange> most;   // of all that change; the largest steps first
};

// A row that can be looked at, and why it got its answer.
struct PageSample {
  std::string name;
  Label label = no_label;    // the truth, where it is known
  Label answer = no_label;   // no_label: rejected
  std::vector<double> scores = {};
  std::vector<double> values = {};       // in original units; missing ones are NaN
  std::optional<std::size_t> own = {};   // the nearest prototype of the answer, and of all others
  std::optional<std::size_t> other = {};
  double d_own = 0;
  double d_other = 0;
  std::vector<double> contributions = {};   // of the features, to d_other − d_own
  std::optional<FlippingChange> change = {};
  std::optional<NearestFlip> flip = {};
  std::optional<double> certificate = {};   // no step shorter than this, in model units, changes the answer
};

struct PagePrototype {
  std::string name;
  Label label = no_label;
  std::vector<double> values = {};   // in original units, where there are some
};

struct Page {
  std::string title;
  std::string lead = {};
  std::vector<std::pair<std::string, std::string>> facts = {};
  std::vector<std::string> features = {};
  std::vector<std::string> classes = {};
  std::vector<PageSection> sections = {};
  std::vector<PageSample> samples = {};
  std::size_t sample_count = 0;                         // of which `samples` are shown
  std::vector<std::pair<double, double>> ranges = {};   // of each feature in the data
  std::vector<PagePrototype> prototypes = {};           // to which samples refer
  std::string unit = {};                                // of certificates, as words
};

Json page_json(const Page& page);
// The whole file.
std::string page_html(const Page& page);

}   // namespace protea
