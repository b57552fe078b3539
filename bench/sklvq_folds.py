"""sklvq on the folds that bench/accuracy wrote, beside our numbers: is a method of ours worse by more than one deviation?

Usage: sklvq_folds.py DIRECTORY [SET...]     DIRECTORY: holds SET.csv (fold, features, class number) and ours.txt
"""
import sys

import numpy as np
from sklvq import GLVQ, GMLVQ, LGMLVQ

iterations = 100   # as many as our presets take


def make(name):
    common = dict(solver_type="lbfgs", solver_params={"options": {"maxiter": iterations}}, random_state=1,
                  activation_type="sigmoid", activation_params={"beta": 1})
    return {"GLVQ": GLVQ, "GMLVQ": GMLVQ, "LGMLVQ": LGMLVQ}[name](**common)


def cross_validate(name, table):
    fold, x, y = table[:, 0].astype(int), table[:, 1:-1], table[:, -1].astype(int)
    accuracies = []
    for f in np.unique(fold):
        training, test = fold != f, fold == f
        deviation = x[training].std(axis=0, ddof=1)
        deviation[deviation == 0] = 1
        z = (x - x[training].mean(axis=0)) / deviation
        accuracies.append(100 * make(name).fit(z[training], y[training]).score(z[test], y[test]))
    return np.mean(accuracies), np.std(accuracies, ddof=1)


def main(directory, wanted):
    ours = {}
    with open(f"{directory}/ours.txt") as file:
        for line in file:
            name, column, mean, deviation = line.split()
            ours.setdefault(name, {})[column] = float(mean), float(deviation)
    print(f"one prototype per class, the same folds, {iterations} iterations of l-bfgs at most: ours with its defaults, sklvq with a slope of 1")
    worse = compared = 0
    for name in ours:
        if wanted and name not in wanted:
            continue
        table = np.loadtxt(f"{directory}/{name}.csv", delimiter=",")
        print(f"{name:<10}", end="")
        for method in ("GLVQ", "GMLVQ", "LGMLVQ"):
            mean, deviation = cross_validate(method, table)
            our_mean, our_deviation = ours[name][method]
            is_worse = our_mean < mean - max(deviation, our_deviation)
            worse += is_worse
            compared += 1
            print(f"  {method} {our_mean:5.1f} ±{our_deviation:4.1f}, {mean:5.1f} ±{deviation:4.1f}{' worse' if is_worse else ''}",
                  end="", flush=True)
        print(flush=True)
    print(f"ours is worse by more than the larger deviation in {worse} of {compared} comparisons")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
