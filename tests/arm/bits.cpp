// Prints checksums of what decides the bits of a model, so that two machines can be compared line by line.
// Usage: bits          names of the tables of kernels that this machine can run
//        bits TABLE    every kernel of a table, for many sizes
//        bits parts    exact functions, random numbers, and every rule and dissimilarity of the catalogue
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <protea/base/exact_math.hpp>
#include <protea/base/kernels.hpp>
#include <protea/base/random.hpp>
#include <protea/base/schedule.hpp>
#include <protea/catalogue/catalogue.hpp>

namespace protea {
namespace {

// FNV-1a over the bytes of numbers; NaN has many forms, and counts as one.
class Checksum {
 public:
  void add(double value) {
    add_bytes(std::isnan(value) ? ~std::uint64_t{0} : __builtin_bit_cast(std::uint64_t, value));
  }
  void add(Row values) {
    for (const double value : values) add(value);
  }
  void add_bytes(std::uint64_t bytes) {
    for (int i = 0; i < 8; ++i) sum_ = (sum_ ^ (bytes >> 8 * i & 0xff)) * 0x100000001b3;
  }
  void print(const std::string& name) const {
    std::printf("%s %016llx\n", name.c_str(), static_cast<unsigned long long>(sum_));
  }

 private:
  std::uint64_t sum_ = 0xcbf29ce484222325;
};

std::string sized(const char* name, std::size_t n, std::size_t count = 0) {
  return std::string(name) + " n=" + std::to_string(n) + (count > 0 ? " count=" + std::to_string(count) : "");
}

// Of either sign, and of sizes from 10⁻³ to 10³.
std::vector<double> numbers(std::size_t count, std::uint64_t seed) {
  Random random(seed, Purpose::generator);
  std::vector<double> result(count);
  for (double& value : result) {
    const double size = random.uniform(0.001, 1) / random.uniform(0.001, 1);
    value = random.uniform() < 0.5 ? -size : size;
  }
  return result;
}

std::vector<double> sizes_of(std::vector<double> values) {
  for (double& value : values) value = std::abs(value);
  return values;
}

void print_distances(const Kernels& table, std::size_t n, std::size_t count) {
  const std::vector<double> x = numbers(n, 1);
  const std::vector<double> w = numbers(count * n, 2);
  const std::vector<double> weights = sizes_of(numbers(n, 3));
  std::vector<double> d(count);
  Checksum plain;
  table.squared_distances(x.data(), w.data(), count, n, d.data());
  plain.add(d);
  plain.print(sized("squared_distances", n, count));
  Checksum weighted;
  table.weighted_squared_distances(x.data(), w.data(), weights.data(), count, n, d.data());
  weighted.add(d);
  weighted.print(sized("weighted_squared_distances", n, count));
}

void print_products(const Kernels& table, std::size_t n, std::size_t count) {
  const std::size_t others = (7 * count + n) % 20 + 1;
  const std::vector<double> a = numbers(count * n, 4);
  const std::vector<double> b = numbers(others * n, 5);
  std::vector<double> c(count * (others + 3), 7.0);   // a stride with room, which is left alone
  table.products(a.data(), count, b.data(), others, n, c.data(), others + 3);
  Checksum products;
  products.add(c);
  products.print(sized("products", n, count));
  const std::vector<double> factors = numbers(others * count, 6);
  std::vector<double> sums = numbers(count * n, 7);
  table.add_outer_products(factors.data(), others, count, b.data(), n, sums.data());
  Checksum outer;
  outer.add(sums);
  outer.print(sized("add_outer_products", n, count));
  table.scale_add_outer_products(0.7, factors.data(), others, count, b.data(), n, sums.data());
  Checksum scaled;
  scaled.add(sums);
  scaled.print(sized("scale_add_outer_products", n, count));
}

// As many as are packed.
void print_many_outer_products(const Kernels& table) {
  const std::size_t rows = 150;
  const std::size_t height = 37;
  const std::size_t n = 101;
  const std::vector<double> a = numbers(rows * height, 16);
  const std::vector<double> b = numbers(rows * n, 17);
  std::vector<double> sums = numbers(height * n, 18);
  table.scale_add_outer_products(0.7, a.data(), rows, height, b.data(), n, sums.data());
  Checksum sum;
  sum.add(sums);
  sum.print(sized("scale_add_outer_products", rows, height));
}

void print_rows(const Kernels& table, std::size_t n) {
  const std::vector<double> a = numbers(2 * n + 1, 8);
  const std::vector<double> b = numbers(n, 9);
  std::vector<double> y = numbers(n, 10);
  const auto print = [&](const char* name) {
    Checksum sum;
    sum.add(y);
    sum.print(sized(name, n));
  };
  table.add_scaled(0.3, a.data(), n, y.data());
  print("add_scaled");
  table.add_scaled_difference(-1.7, a.data(), b.data(), n, y.data());
  print("add_scaled_difference");
  table.keep_within(a.data(), b.data(), n, y.data());
  print("keep_within");
  std::vector<double> v(n, 0.5);
  table.momentum_step(0.7, 0.9, 0.01, a.data(), n, v.data(), y.data());
  print("momentum_step");
  table.multiply(0.7, n, y.data());
  print("multiply");
  table.divide(0.7, n, y.data());
  print("divide");
  std::vector<double> mean = a;
  std::vector<double> square = sizes_of(b);
  table.adam_step({0.5, 0.9, 0.999, 0.2, 0.003, 0.01, 1e-8}, b.data(), n, mean.data(), square.data(), y.data());
  print("adam_step");
  if (n > 0) {
    table.sliding_sums(a.data(), b.data(), n, y.data());
    print("sliding_sums");
    Checksum places;
    for (int repeat = 0; repeat < 20; ++repeat) {
      std::vector<double> d = sizes_of(numbers(n, 100 + static_cast<std::uint64_t>(repeat)));
      for (double& value : d) value = std::floor(4 * value);   // many ties
      places.add_bytes(table.smallest(d.data(), n));
    }
    places.print(sized("smallest", n));
  }
  const std::vector<double> positive = sizes_of(numbers(n, 11));
  table.logs(positive.data(), n, y.data());
  print("logs");
  table.exponentials(b.data(), n, y.data());
  print("exponentials");
  for (const double p : {-3.0, -1.0, -0.5, 0.0, 0.1, 0.5, 1.0, 1.5, 2.0, 7.3}) {
    table.powers(positive.data(), n, p, y.data());
    print(("powers " + std::to_string(p)).c_str());
  }
}

void print_near_smallest(const Kernels& table, std::size_t n) {
  std::vector<float> v;
  for (const double value : numbers(n, 12)) v.push_back(static_cast<float>(value));
  std::vector<std::uint32_t> places(n);
  Checksum sum;
  for (const float slack : {0.0F, 1.0F, 900.0F}) {
    const std::size_t found = table.near_smallest(v.data(), n, slack, places.data());
    for (std::size_t i = 0; i < found; ++i) sum.add_bytes(places[i]);
  }
  sum.print(sized("near_smallest", n));
}

void print_kernels(const Kernels& table) {
  std::vector<std::size_t> widths{64, 100, 784};
  for (std::size_t n = 0; n <= 40; ++n) widths.push_back(n);
  for (const std::size_t n : widths) {
    print_rows(table, n);
    for (std::size_t count = 1; count <= 20; ++count) {
      print_distances(table, n, count);
      print_products(table, n, count);
    }
  }
  for (std::size_t n = 16; n <= 160; n += 16) print_near_smallest(table, n);
  print_many_outer_products(table);
}

void print_functions() {
  Random random(1, Purpose::generator);
  Checksum exponentials, minus_one, logarithms, one_plus, powers, whole_powers, waves, arcs, normal, rates;
  for (int i = 0; i < 20'000; ++i) {
    const double small = random.uniform(-1, 1);
    const double wide = random.uniform(-700, 700);
    const double positive = exponential(wide);
    for (const double x : {small, wide}) {
      exponentials.add(exponential(x));
      minus_one.add(exponential_minus_one(x));
      waves.add(sine_and_cosine(x).sine);
      waves.add(sine_and_cosine(x).cosine);
    }
    logarithms.add(logarithm(positive));
    one_plus.add(logarithm_of_one_plus(small));
    one_plus.add(logarithm_of_one_plus(positive));
    powers.add(power(positive, small));
    whole_powers.add(whole_power(small, i % 40));
    arcs.add(arc_sine(0.99 * small));
    normal.add(random.normal());
    rates.add(schedule_factor(Schedule::exponential, 100, std::abs(small)));
    rates.add(annealed(Schedule::exponential, 10, 0.01, std::abs(small)));
  }
  exponentials.print("exponential");
  minus_one.print("exponential_minus_one");
  logarithms.print("logarithm");
  one_plus.print("logarithm_of_one_plus");
  powers.print("power");
  whole_powers.print("whole_power");
  waves.print("sine_and_cosine");
  arcs.print("arc_sine");
  normal.print("normal numbers");
  rates.print("schedules");
}

constexpr std::size_t samples = 9;
constexpr std::size_t units = 6;

// The default, and one number or choice changed at a time, as far as it is allowed.
template <class Interface>
std::vector<Settings> some_settings(const Entry<Interface>& entry) {
  std::vector<Settings> result{{}};
  for (const OptionDescription& option : entry.options) {
    std::vector<std::string> texts = option.choices;
    if (option.kind == "truth") texts = {"true", "false"};
    if (option.kind == "number") texts = {"0.7", "1.3", "3"};
    if (option.kind == "integer") texts = {"2", "3"};
    for (const std::string& text : texts) result.push_back({{option.name, text}});
  }
  return result;
}

std::string text_of(const std::string& name, const Settings& settings) {
  std::string result = name;
  for (const auto& [option, text] : settings) result += " " + option + "=" + text;
  return result;
}

void print_rule(const Entry<const AnyRule>& entry, const Settings& settings) {
  std::shared_ptr<const AnyRule> rule = entry.make(settings);
  if (rule->lattice()) {
    const Topology topology = rule->lattice()->topology;
    if (topology == Topology::free) return;
    rule = rule->on({.topology = topology,
                     .columns = topology == Topology::chain ? 6 : 3,
                     .rows = topology == Topology::chain ? 1 : 2});
  }
  const std::size_t columns = (rule->traits().learns_label_vectors ? 2 : 1) * units;
  const std::vector<double> d = sizes_of(numbers(samples * columns, 13));
  const std::vector<Label> labels{0, 0, 1, 1, 2, 2};
  const std::vector<Label> y{0, 1, 2, 0, 1, 2, 0, 1, 2};
  std::vector<double> theta(rule->parameter_count(units));
  std::vector<double> gtheta(theta.size());
  std::vector<double> spare(theta.size());
  rule->initialize(theta);
  Checksum sum;
  for (const double progress : {0.0, 0.3, 1.0}) {
    std::vector<double> pull(d.size(), 0.0);
    sum.add(rule->pull({.d = {d.data(), samples, columns, columns},
                        .labels = labels,
                        .y = y,
                        .progress = progress,
                        .theta = theta,
                        .spare = spare},
                       {pull.data(), samples, columns, columns}, gtheta));
    sum.add(pull);
    sum.add(gtheta);
  }
  sum.print("rule " + text_of(entry.name, settings));
}

void bring_to_sum_one(MutableRow x) {
  double sum = 0;
  for (const double value : x) sum += value;
  for (double& value : x) value /= sum;
}

void print_dissimilarity(const Entry<const AnyDissimilarity>& entry, const Settings& settings, std::size_t n) {
  std::vector<double> x = sizes_of(numbers(samples * n, 14));
  const std::shared_ptr<const AnyDissimilarity> dissimilarity =
      entry.make(settings)->chosen_for({x.data(), samples, n, n});
  std::vector<double> w = sizes_of(numbers(units * n, 15));
  if (dissimilarity->domain().kind == Domain::probability) {
    for (std::size_t i = 0; i < samples; ++i) bring_to_sum_one(MutableRow(x).subspan(i * n, n));
    for (std::size_t k = 0; k < units; ++k) bring_to_sum_one(MutableRow(w).subspan(k * n, n));
  }
  std::copy_n(x.begin(), n, w.begin());   // one pair with nothing between them, and one with little
  for (std::size_t j = 0; j < n; ++j) w[n + j] = x[n + j] * (1 + 1e-7 * static_cast<double>(j % 2));
  std::vector<double> theta(dissimilarity->parameter_count(n));
  Random random(16, Purpose::metric);
  dissimilarity->initialize(theta, n, random);
  dissimilarity->project(theta);
  const MatrixView rows{x.data(), samples, n, n};
  const MatrixView prototypes{w.data(), units, n, n};
  std::vector<double> d(samples * units);
  std::vector<double> gw(units * n);
  std::vector<double> gtheta(theta.size());
  std::vector<Pull> pulls;
  for (std::uint32_t i = 0; i < samples; ++i) {
    for (std::uint32_t k = 0; k < units; ++k) pulls.push_back({i, k, i % 2 == k % 2 ? 0.7 : -0.2});
  }
  Scratch scratch;
  Checksum sum;
  dissimilarity->values(rows, prototypes, theta, {d.data(), samples, units, units}, scratch);
  dissimilarity->add_gradients(rows, prototypes, theta, pulls, {gw.data(), units, n, n}, gtheta, scratch);
  sum.add(d);
  sum.add(gw);
  sum.add(gtheta);
  sum.add(dissimilarity->penalty(theta, n, 1, gtheta));
  for (std::size_t i = 0; i < samples; ++i) {
    for (std::size_t k = 0; k < units; ++k) {
      sum.add(dissimilarity->value(rows.row(i), prototypes.row(k), theta));
      dissimilarity->add_gradient(rows.row(i), prototypes.row(k), theta, 0.3, MutableRow(gw).subspan(k * n, n), gtheta);
    }
  }
  std::vector<double> free = theta;
  dissimilarity->to_free(free);
  theta = free;
  dissimilarity->from_free(theta);
  dissimilarity->pull_back(free, gtheta);
  sum.add(gw);
  sum.add(gtheta);
  sum.add(theta);
  sum.print("dissimilarity " + text_of(entry.name, settings) + " n=" + std::to_string(n));
}

// What makes no sense is left out here as it is there.
template <class Act>
void where_allowed(Act act) {
  try {
    act();
  } catch (const Error&) {
  }
}

void print_parts() {
  print_functions();
  for (const auto& entry : rules().entries()) {
    for (const Settings& settings : some_settings(entry)) where_allowed([&] { print_rule(entry, settings); });
  }
  for (const auto& entry : dissimilarities().entries()) {
    for (const Settings& settings : some_settings(entry)) {
      for (const std::size_t n : {1, 5, 8, 19, 100}) {
        where_allowed([&] { print_dissimilarity(entry, settings, static_cast<std::size_t>(n)); });
      }
    }
  }
}

}   // namespace
}   // namespace protea

int main(int count, char** arguments) {
  using namespace protea;
  const std::string wanted = count > 1 ? arguments[1] : "";
  if (wanted == "parts") {
    print_parts();
    return 0;
  }
  for (const Kernels* table : available_kernels()) {
    if (wanted.empty()) std::printf("%s\n", std::string(table->name).c_str());
    if (wanted == table->name) print_kernels(*table);
  }
  return 0;
}
