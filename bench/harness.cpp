// What validation costs beside the trainings themselves: 10 folds × 5 repeats of GMLVQ on wdbc by cross_validate(), on
// one thread and on two, against the sum of the 50 trainings alone. Rounds alternate and the fastest of each counts. On
// a busy machine only the processor times mean something: two threads that wait for a core are no faster than one. The
// busiest of two threads then says what two free cores would give.
// Usage: harness [ROUNDS]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <limits>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include <protea/base/error.hpp>
#include <protea/catalogue/configure.hpp>
#include <protea/method/prototype_method.hpp>
#include <protea/data/read.hpp>
#include <protea/data/split.hpp>
#include <protea/evaluate/cross_validation.hpp>
#include <protea/runtime/serial.hpp>

namespace protea {
namespace {

struct Seconds {
  double wall = std::numeric_limits<double>::infinity();
  double processor = std::numeric_limits<double>::infinity();
};

double processor_seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Seconds now() {
  const auto wall = std::chrono::steady_clock::now().time_since_epoch();
  return {std::chrono::duration<double>(wall).count(), processor_seconds(CLOCK_PROCESS_CPUTIME_ID)};
}

void keep_fastest(Seconds& fastest, const Seconds& start, const Seconds& end) {
  fastest.wall = std::min(fastest.wall, end.wall - start.wall);
  fastest.processor = std::min(fastest.processor, end.processor - start.processor);
}

class Harness {
 public:
  // The trainings alone: parts are cut before the clock starts, nothing is predicted.
  Seconds trainings() const {
    Seconds sum{0, 0};
    for (std::size_t repeat = 0; repeat < plan_.repeats; ++repeat) {
      const Random random(plan_.seed, Purpose::folds, static_cast<std::uint32_t>(repeat));
      for (const Split& split : stratified_folds(data_.dataset.y, data_.dataset.class_names, plan_.folds, random)) {
        const Dataset training = data_.dataset.subset(split.training);
        Serial serial;
        const Seconds start = now();
        train_model(configuration_, training, data_.encoding, serial);
        const Seconds end = now();
        sum.wall += end.wall - start.wall;
        sum.processor += end.processor - start.processor;
      }
    }
    return sum;
  }

  // Returns the processor time of the thread that worked most.
  double validate(Runtime& runtime) const {
    std::mutex mutex;
    std::map<std::thread::id, double> busy;
    const TrainAndPredict method = [&](const Dataset& training, const Dataset& test) {
      const double start = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
      Serial serial;
      const PrototypeModel model = train_model(configuration_, training, data_.encoding, serial).model;
      std::vector<Label> answers = predict(model, prepare(model, test).view(), serial).labels;
      const std::lock_guard lock(mutex);
      busy[std::this_thread::get_id()] += processor_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
      return answers;
    };
    cross_validate(data_.dataset, method, plan_, runtime);
    double most = 0;
    for (const auto& [thread, seconds] : busy) most = std::max(most, seconds);
    return most;
  }

 private:
  EncodedTable data_ = encode_training_table(read_table("wdbc"), "", Nominal::refuse);
  Configuration configuration_ = configure("gmlvq", {});
  CrossValidationPlan plan_{.folds = 10, .repeats = 5, .seed = 1};
};

void run(std::size_t rounds) {
  const Harness harness;
  const auto one = make_runtime(1);
  const auto two = make_runtime(2);
  Seconds trainings;
  Seconds on_one;
  Seconds on_two;
  double busiest = std::numeric_limits<double>::infinity();
  for (std::size_t round = 0; round < rounds; ++round) {
    keep_fastest(trainings, {0, 0}, harness.trainings());
    Seconds start = now();
    harness.validate(*one);
    keep_fastest(on_one, start, now());
    start = now();
    busiest = std::min(busiest, harness.validate(*two));
    keep_fastest(on_two, start, now());
  }
  fmt::print("GMLVQ on wdbc, 10 folds x 5 repeats      wall  processor seconds\n");
  fmt::print("50 trainings alone                  {:>9.3f} {:>9.3f}\n", trainings.wall, trainings.processor);
  fmt::print("cross-validation on one thread      {:>9.3f} {:>9.3f}   {:.3f} x the trainings (processor)\n",
             on_one.wall, on_one.processor, on_one.processor / trainings.processor);
  fmt::print("cross-validation on two threads     {:>9.3f} {:>9.3f}   {:.2f} x as fast as one (wall)\n", on_two.wall,
             on_two.processor, on_one.wall / on_two.wall);
  fmt::print("busiest of the two threads                    {:>9.3f}   {:.2f} x less than one thread needs\n", busiest,
             on_one.processor / busiest);
}

}   // namespace
}   // namespace protea

int main(int argc, char** argv) {
  try {
    const auto rounds = argc > 1 ? protea::parse_integer(argv[1]).value_or(0) : 3;
    if (rounds < 1) throw protea::UsageError("harness: the number of rounds must be at least 1");
    protea::run(static_cast<std::size_t>(rounds));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
