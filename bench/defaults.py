"""How often the presets are right with their defaults, and with other values of the options that matter most, on many sets.

Usage: defaults.py PROTEA DATA [SET...]     PROTEA: the command; DATA: the directory with the CSV files
Five stratified folds, twice, of at most a thousand rows of each set, everything learned inside the folds. Needs Python alone.
"""
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile

sets = ("breastcancer_wbc crabs4 digits8x8 ecoli glass heart_cleveland hepatitis ionosphere iras_lrs_spectra93_super olive_area9 penguins pima "
        "satellite segment_uci_test2100 sonar spam tecator_fat20 thyroid_gland vehicle vowel wdbc wheat_seeds wine zoo").split()
plain = ["--rule.steepness", "1"]
no_price = ["--dissimilarity.log_det", "0"]
variants = {   # name in the table: method, options
    "glvq s=1": ["glvq"] + plain, "glvq": ["glvq"], "grlvq s=1": ["grlvq"] + plain, "grlvq": ["grlvq"],
    "gmlvq s=1 μ=0": ["gmlvq"] + plain + no_price, "… 10 epochs": ["gmlvq", "--epochs", "10"] + plain + no_price, "gmlvq": ["gmlvq"],
    "lgmlvq s=1 μ=0": ["lgmlvq"] + plain + no_price, "… each pays": ["lgmlvq", "--dissimilarity.log_det_samples", "0"], "lgmlvq": ["lgmlvq"], "mrslvq": ["mrslvq"]}
rows_at_most = 1000


def some_rows(source, directory):
    header, *rows = source.read_text().splitlines()
    random.Random(1).shuffle(rows)
    target = pathlib.Path(directory) / source.name
    target.write_text("\n".join([header] + rows[:rows_at_most]) + "\n")
    return target


def measure(command, file, variant):
    call = [command, "cross-validate", file, "--method", *variants[variant], "--folds", "5", "--repeats", "2", "--threads", "1", "--seed", "7",
            "--missing", "mean", "--nominal", "one-hot", "--json", "--quiet"]
    result = json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)
    return 100 * result["accuracy"]["mean"], 100 * result["balanced_accuracy"]["mean"]


def main(command, data, wanted):
    wanted = wanted or sets
    print(" " * 26 + "".join(f"{name:>16}" for name in variants))
    with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(2) as pool:
        sums = [[0.0, 0.0] for _ in variants]
        for name in wanted:
            file = some_rows(pathlib.Path(data) / f"{name}.csv", directory)
            row = list(pool.map(lambda variant: measure(command, file, variant), variants))
            print(f"{name:<26}" + "".join(f"{accuracy:16.1f}" for accuracy, _ in row), flush=True)
            for total, (accuracy, balanced) in zip(sums, row):
                total[0] += accuracy / len(wanted)
                total[1] += balanced / len(wanted)
    print(f"{'mean':<26}" + "".join(f"{accuracy:16.2f}" for accuracy, _ in sums))
    print(f"{'mean balanced':<26}" + "".join(f"{balanced:16.2f}" for _, balanced in sums))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
