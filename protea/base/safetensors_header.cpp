#include <protea/base/safetensors_header.hpp>

#include <limits>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <protea/base/error.hpp>

namespace protea {

std::string quoted_name(std::string_view name) {
  constexpr std::size_t longest = 80;
  const bool is_long = name.size() > longest;
  const std::string text =
      nlohmann::json(name.substr(0, longest)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return fmt::format("'{}{}'", std::string_view(text).substr(1, text.size() - 2), is_long ? "…" : "");
}

void refuse_tensors(const std::string& source, std::string_view what) {
  throw DataError(fmt::format("{}: not a valid safetensors file: {}", source, what));
}

namespace {

std::string json_text(std::string_view text) {
  try {
    return nlohmann::json(text).dump();
  } catch (const nlohmann::json::type_error&) {
    throw DataError(fmt::format("the text {} cannot be stored: it is not valid UTF-8", quoted_name(text)));
  }
}

// Follows the parser through the one form a header may have, { name: { dtype, shape, data_offsets } or texts }, and
// refuses everything else at once: no tree is built, and nothing can be nested deeper than this form is.
class HeaderReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit HeaderReader(const std::string& source) : source_(source) {}

  TensorHeader take() { return std::move(header_); }

  bool key(string_t& name) override {
    if (place_ == Place::header) {
      is_metadata_ = name == tensor_metadata_name;
      if (is_metadata_ && std::exchange(has_metadata_, true)) refuse_tensors(source_, "it has two sets of metadata");
      if (!is_metadata_) header_.entries.push_back({.name = name, .type = {}, .shape = {}});
    } else if (place_ == Place::metadata) {
      header_.metadata.emplace_back(name, std::string());
    } else {
      if (name != "dtype" && name != "shape" && name != "data_offsets")
        unexpected(fmt::format("field {}", quoted_name(name)));
      if (!fields_.insert(name).second) unexpected(fmt::format("second field '{}'", name));
      field_ = name;
    }
    return true;
  }

  bool start_object(std::size_t) override {
    if (place_ == Place::outside) {
      place_ = Place::header;
    } else if (place_ == Place::header) {
      place_ = is_metadata_ ? Place::metadata : Place::tensor;
      fields_.clear();
    } else {
      unexpected("object");
    }
    return true;
  }

  bool end_object() override {
    if (place_ == Place::tensor && fields_.size() != 3) {
      refuse_tensors(source_, fmt::format("the tensor {} lacks its dtype, shape or data_offsets", here()));
    }
    place_ = place_ == Place::header ? Place::outside : Place::header;
    return true;
  }

  bool start_array(std::size_t) override {
    if (place_ != Place::tensor || field_ == "dtype") unexpected("array");
    place_ = Place::numbers;
    numbers_.clear();
    return true;
  }

  bool end_array() override {
    place_ = Place::tensor;
    TensorEntry& entry = header_.entries.back();
    if (field_ == "shape") {
      entry.shape = numbers_;
    } else {
      if (numbers_.size() != 2) refuse_tensors(source_, fmt::format("the tensor {} needs two data_offsets", here()));
      entry.begin = numbers_[0];
      entry.end = numbers_[1];
    }
    return true;
  }

  bool string(string_t& text) override {
    if (place_ == Place::metadata) {
      header_.metadata.back().second = text;
    } else if (place_ == Place::tensor && field_ == "dtype") {
      header_.entries.back().type = text;
    } else {
      unexpected("text");
    }
    return true;
  }

  bool number_unsigned(number_unsigned_t number) override {
    if (place_ != Place::numbers) unexpected("number");
    if (number > std::numeric_limits<std::size_t>::max()) unexpected("large number");
    numbers_.push_back(static_cast<std::size_t>(number));
    return true;
  }

  bool number_integer(number_integer_t) override { unexpected("negative number"); }
  bool number_float(number_float_t, const string_t&) override { unexpected("fraction or large number"); }
  bool boolean(bool) override { unexpected("true or false"); }
  bool null() override { unexpected("null"); }
  bool binary(binary_t&) override { unexpected("binary value"); }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    refuse_tensors(source_, fmt::format("the header is not valid JSON at byte {}", tensor_length_bytes + position));
  }

 private:
  enum class Place { outside, header, metadata, tensor, numbers };

  std::string here() const {
    if (place_ == Place::metadata) return quoted_name(header_.metadata.back().first);
    if (place_ == Place::outside || is_metadata_) return quoted_name(tensor_metadata_name);
    return quoted_name(header_.entries.back().name);
  }

  [[noreturn]] void unexpected(std::string_view what) const {
    refuse_tensors(source_, fmt::format("unexpected {} in the header{}", what,
                                        place_ == Place::outside ? std::string() : fmt::format(" at {}", here())));
  }

  const std::string& source_;
  TensorHeader header_;
  Place place_ = Place::outside;
  bool is_metadata_ = false;
  bool has_metadata_ = false;
  std::string field_;
  std::set<std::string> fields_;
  std::vector<std::size_t> numbers_;
};

}   // namespace

std::string tensor_header_text(const TensorHeader& header) {
  std::vector<std::string> texts;
  for (const auto& [key, text] : header.metadata) texts.push_back(json_text(key) + ":" + json_text(text));
  std::string result = fmt::format("{{\"{}\":{{{}}}", tensor_metadata_name, fmt::join(texts, ","));
  for (const TensorEntry& entry : header.entries) {
    result += fmt::format(R"(,{}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})", json_text(entry.name),
                          entry.type, fmt::join(entry.shape, ","), entry.begin, entry.end);
  }
  result += "}";
  result.resize((result.size() + 7) / 8 * 8, ' ');   // the data begins on a multiple of 8
  return result;
}

TensorHeader parse_tensor_header(std::string_view text, const std::string& source) {
  // Stricter than the parser, which takes a zero byte for the end and other white space for padding.
  const auto last = text.find_last_not_of(' ');
  if (last == std::string_view::npos || text.front() != '{' || text[last] != '}' || text.find('\0') != text.npos) {
    refuse_tensors(source, "the header is not a JSON object");
  }
  HeaderReader reader(source);
  nlohmann::json::sax_parse(text.begin(), text.end(), &reader);
  return reader.take();
}

}   // namespace protea
