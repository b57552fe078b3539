#include <protea/data/word_cells.hpp>

#include <algorithm>
#include <cstring>

namespace protea {
namespace {

constexpr std::size_t fewest_places = 16;

// Multiplies and folds eight bytes at a time.
std::size_t hash_of_word(std::string_view word) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15U;
  std::uint64_t hash = word.size();
  while (!word.empty()) {
    std::uint64_t bytes = 0;
    const std::size_t count = std::min(word.size(), sizeof bytes);
    std::memcpy(&bytes, word.data(), count);
    hash = (hash ^ bytes) * factor;
    hash ^= hash >> 32;
    word.remove_prefix(count);
  }
  return hash;
}

}   // namespace

WordCells::WordCells(const std::vector<std::string>& words) {
  reserve(words.size());
  for (const std::string& word : words) push_back(word);
}

bool WordCells::operator==(const WordCells& other) const {
  return size() == other.size() && std::equal(begin(), end(), other.begin());
}

bool WordCells::operator==(const std::vector<std::string>& other) const {
  return size() == other.size() && std::equal(begin(), end(), other.begin());
}

std::size_t WordCells::place_of(std::string_view word) const {
  const std::size_t mask = places_.size() - 1;
  std::size_t place = hash_of_word(word) & mask;
  while (places_[place] != 0 && words_[places_[place] - 1] != word) place = (place + 1) & mask;
  return place;
}

void WordCells::make_places(std::size_t count) {
  places_.assign(count, 0);
  for (std::size_t code = 0; code < words_.size(); ++code)
    places_[place_of(words_[code])] = static_cast<std::uint32_t>(code + 1);
}

std::optional<std::uint32_t> WordCells::find(std::string_view word) const {
  if (places_.empty()) return std::nullopt;
  const std::uint32_t found = places_[place_of(word)];
  return found == 0 ? std::nullopt : std::optional(found - 1);
}

std::size_t WordCells::count(std::uint32_t code) const {
  return static_cast<std::size_t>(std::ranges::count(codes_, code));
}

std::uint32_t WordCells::code_of(std::string_view word) {
  if (2 * (words_.size() + 1) > places_.size()) make_places(std::max(fewest_places, 2 * places_.size()));
  const std::size_t place = place_of(word);
  if (places_[place] == 0) {
    words_.emplace_back(word);
    places_[place] = static_cast<std::uint32_t>(words_.size());
  }
  return places_[place] - 1;
}

void WordCells::append(const WordCells& others) {
  std::vector<std::uint32_t> codes(others.words_.size(), static_cast<std::uint32_t>(-1));   // here, of their words
  const std::size_t before = codes_.size();
  codes_.resize(before + others.size());
  for (std::size_t i = 0; i < others.size(); ++i) {
    std::uint32_t& code = codes[others.codes_[i]];
    if (code == static_cast<std::uint32_t>(-1)) code = code_of(others[i]);
    codes_[before + i] = code;
  }
}

void WordCells::replace(std::uint32_t code, std::string_view word) {
  std::ranges::replace(codes_, code, code_of(word));
}

void WordCells::clear() {
  codes_.clear();
  words_.clear();
  std::ranges::fill(places_, 0U);
}

}   // namespace protea
