// The same seed gives the same bytes of model: for any number of threads, again and again, and through an interruption.
#include <csignal>

#include <cli/command.hpp>

namespace protea::cli {
namespace {

std::string trained(const Folder& folder, Words arguments) {
  arguments.insert(arguments.begin(), "train");
  arguments.insert(arguments.end(), {"-o", "made.protea", "--quiet"});
  EXPECT_EQ(folder.text(arguments), "");
  return folder.read("made.protea");
}

Words with(Words arguments, const Words& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(Determinism, ModelBytesAreEqualForAnyNumberOfThreads) {
  const Folder folder;
  for (const Words& run :
       {Words{"wdbc", "--epochs", "8"},
        {"wdbc", "--method", "lgmlvq", "--epochs", "4", "--prototypes", "2"},
        {"digits", "--optimizer", "sgd", "--batch", "100", "--epochs", "2"},
        {"digits", "--optimizer", "adam", "--batch", "0", "--epochs", "3"},
        {"digits", "--method", "grlvq", "--optimizer", "waypoint", "--epochs", "5", "--init", "k-means"},
        {"digits", "--method", "kernel-lvq1", "--epochs", "2", "--batch", "256"},
        {"iris", "--method", "lvq1", "--epochs", "10", "--validation", "0.3"}}) {
    SCOPED_TRACE(testing::PrintToString(run));
    const std::string expected = trained(folder, with(run, {"--threads", "1"}));
    for (const std::string threads : {"2", "3", "5", "8"}) {
      EXPECT_TRUE(trained(folder, with(run, {"--threads", threads})) == expected) << threads << " threads";
    }
  }
}

TEST(Determinism, TheSameSeedGivesTheSameModelAgain) {
  const Folder folder;
  for (const std::string method : {"lvq1", "olvq1", "lvq3", "gmlvq"}) {
    const Words run{"crabs", "--method", method, "--epochs", "5", "--seed", "42", "--prototypes", "2"};
    EXPECT_TRUE(trained(folder, run) == trained(folder, run)) << method;
  }
}

TEST(Determinism, AnotherSeedGivesOtherPrototypesWhereSamplesAreShuffled) {
  const Folder folder;
  for (const std::string method : {"lvq1", "lvq3", "olvq1"}) {
    trained(folder, {"wine", "--method", method, "--seed", "1"});
    const Json first = folder.json({"inspect", "made.protea"});
    trained(folder, {"wine", "--method", method, "--seed", "2"});
    EXPECT_NE(folder.json({"inspect", "made.protea"})["prototypes"], first["prototypes"]) << method;
  }
}

TEST(Determinism, ASeedChangesNothingWhereNothingIsRandom) {
  const Folder folder;
  trained(folder, {"iris", "--seed", "1"});
  const Json first = folder.json({"inspect", "made.protea"});
  trained(folder, {"iris", "--seed", "2"});
  EXPECT_EQ(folder.json({"inspect", "made.protea"})["prototypes"], first["prototypes"]);
}

TEST(Resume, AKilledRunThatGoesOnEndsWithTheBytesOfAnUninterruptedOne) {
  for (const Words& run :
       {Words{"crabs", "--method", "lvq1", "--epochs", "300"},
        {"crabs", "--method", "olvq1", "--epochs", "300", "--prototypes", "3"},
        {"crabs", "--method", "kernel-lvq1", "--epochs", "300"},
        {"crabs", "--optimizer", "momentum", "--batch", "16", "--epochs", "300"},
        {"crabs", "--optimizer", "adam", "--batch", "16", "--epochs", "300", "--validation", "0.3", "--patience",
         "1000"},
        {"crabs", "--optimizer", "waypoint", "--epochs", "300", "--tolerance", "0"},
        {"digits", "--method", "lgmlvq", "--optimizer", "l-bfgs", "--epochs", "12", "--tolerance", "0"}}) {
    SCOPED_TRACE(testing::PrintToString(run));
    const Folder folder;
    const Words resumable =
        with(with({"train"}, run), {"-o", "m.protea", "--quiet", "--checkpoint", "c.state", "--checkpoint-every"});
    const Result killed = folder.run({.words = protea_words(with(resumable, {"1"})), .kill_after = "c.state"});
    ASSERT_EQ(killed.signal, SIGKILL) << "the run ended before it could be killed";
    EXPECT_FALSE(folder.has("m.protea"));
    folder.text(with(resumable, {"1000", "--resume", "--threads", "3"}));
    const std::string resumed = folder.read("m.protea");
    EXPECT_TRUE(resumed == trained(folder, with(run, {"--threads", "1"})));
  }
}

class EverySignal : public ::testing::TestWithParam<int> {};

TEST_P(EverySignal, EndsTrainingWithWhatTheCheckpointHasAndSaysSo) {
  const Folder folder;
  const Words run{"crabs", "--method", "lvq1", "--epochs", "3000"};
  const Words resumable =
      with(with({"train"}, run), {"-o", "m.protea", "--quiet", "--checkpoint", "c.state", "--checkpoint-every"});
  const Result stopped =
      folder.run({.words = protea_words(with(resumable, {"1"})), .kill_after = "c.state", .signal = GetParam()});
  ASSERT_EQ(stopped.signal, GetParam()) << stopped.code << stopped.err;
  EXPECT_EQ(stopped.out, "");
  EXPECT_TRUE(stopped.err.starts_with("protea: interrupted: no model is written; c.state has the state after "))
      << stopped.err;
  EXPECT_NE(stopped.err.find("--resume"), std::string::npos);
  EXPECT_EQ(folder.contents().size(), 1u) << "the checkpoint, and nothing else";
  folder.text(with(resumable, {"1000", "--resume"}));
  const std::string resumed = folder.read("m.protea");
  EXPECT_TRUE(resumed == trained(folder, run));
}

// The checkpoint of the last epoch stands before the width of the scores is looked for, by three more trainings: nobody
// is to wait for them.
TEST_P(EverySignal, EndsTheTrainingsForTheScoresToo) {
  const Folder folder;
  const Words run{"train",    "crabs",   "--method",  "lvq1", "--epochs",     "4000",    "-o",
                  "m.protea", "--quiet", "--threads", "1",    "--checkpoint", "c.state", "--checkpoint-every",
                  "4000"};
  const Result stopped =
      folder.run({.words = protea_words(run), .kill_after = "c.state", .writes = 1, .signal = GetParam()});
  ASSERT_EQ(stopped.signal, GetParam()) << stopped.code << stopped.err;
  EXPECT_EQ(stopped.err,
            "protea: interrupted: no model is written; what was saved to c.state is kept, and the same command "
            "with --resume goes on from it\n");
  EXPECT_EQ(folder.contents().size(), 1u) << "the checkpoint, and nothing else";
}

INSTANTIATE_TEST_SUITE_P(Interruption, EverySignal, ::testing::Values(SIGINT, SIGTERM));

TEST(Interruption, LeavesNoTemporaryFilesBehind) {
  const Folder folder;
  for (const int signal : {SIGTERM, SIGKILL}) {
    const Result stopped =
        folder.run({.words = protea_words({"cross-validate", "crabs", "--method", "lvq1", "--repeats", "50", "--quiet",
                                           "--checkpoint", "c.state", "--checkpoint-every", "1"}),
                    .kill_after = "c.state",
                    .signal = signal});
    ASSERT_EQ(stopped.signal, signal) << stopped.code << stopped.err;
    if (signal == SIGTERM) {
      EXPECT_NE(stopped.err.find("what was saved to c.state"), std::string::npos) << stopped.err;
    }
  }
  EXPECT_EQ(folder.contents().size(), 1u);
}

TEST(Resume, StartsAnewWhereThereIsNoCheckpointYet) {
  const Folder folder;
  const std::string expected = trained(folder, {"iris", "--method", "lvq1"});
  EXPECT_TRUE(trained(folder, {"iris", "--method", "lvq1", "--checkpoint", "c.state", "--resume"}) == expected);
  EXPECT_TRUE(folder.has("c.state"));
  EXPECT_TRUE(trained(folder, {"iris", "--method", "lvq1", "--checkpoint", "c.state", "--resume"}) == expected)
      << "after the end";
}

TEST(Resume, RefusesACheckpointOfAnotherRunOrOneThatIsDamaged) {
  const Folder folder;
  trained(folder, {"iris", "--method", "lvq1", "--checkpoint", "c.state"});
  const std::string bytes = folder.read("c.state");
  for (const Words& other : {Words{"iris", "--method", "lvq1", "--seed", "2"},
                             {"crabs", "--method", "lvq1"},
                             {"iris", "--method", "glvq"}}) {
    folder.refuses(with(with({"train"}, other), {"-o", "m.protea", "--checkpoint", "c.state", "--resume"}), 2,
                   "c.state: this checkpoint belongs to a run with other data or options");
  }
  for (const std::string& damaged :
       {std::string(), bytes.substr(0, bytes.size() / 2), bytes.substr(0, bytes.size() - 1), std::string("hello")}) {
    folder.write("c.state", damaged);
    folder.refuses_naming(
        {"train", "iris", "--method", "lvq1", "-o", "m.protea", "--checkpoint", "c.state", "--resume"}, 3,
        {"c.state: "});
  }
}

}   // namespace
}   // namespace protea::cli
