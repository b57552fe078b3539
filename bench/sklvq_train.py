"""Trains a model of sklvq by l-bfgs and writes what another program needs to train the same from the same start.

Usage: sklvq_train.py DATA.csv MODEL DIRECTORY ROUNDS     MODEL: gmlvq or lgmlvq

Writes DIRECTORY/data.csv (z-scored) and DIRECTORY/start.txt: the first prototypes, then the first matrices, row by row.
Prints "processor-seconds final-cost cost-evaluations gradient-evaluations training-accuracy"; the seconds are those of
the fastest round and of the training alone.
"""
import csv
import sys
import time

import numpy as np
from sklvq import GMLVQ, LGMLVQ
from sklvq.objectives import GeneralizedLearningObjective


def read(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))[1:]
    x = np.array([[float(cell) for cell in row[:-1]] for row in rows])
    deviation = x.std(axis=0, ddof=1)
    deviation[deviation == 0] = 1
    return (x - x.mean(axis=0)) / deviation, np.array([row[-1] for row in rows])


def make(name, **options):
    common = dict(solver_type="lbfgs", solver_params={"options": options}, random_state=1,
                  activation_type="sigmoid", activation_params={"beta": 1})
    return GMLVQ(**common) if name == "gmlvq" else LGMLVQ(relevance_localization="prototypes", **common)


def count_calls(owner, *names):
    calls = dict.fromkeys(names, 0)
    for name in names:
        def counted(*arguments, function=getattr(owner, name), name=name):
            calls[name] += 1
            return function(*arguments)
        setattr(owner, name, counted)
    return calls


def main(path, name, directory, rounds):
    x, y = read(path)
    with open(f"{directory}/data.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([f"x{j}" for j in range(x.shape[1])] + ["class"])
        writer.writerows([*map(repr, map(float, row)), label] for row, label in zip(x, y))
    # sklvq adds a little noise to the class means: the start is exported, not repeated
    start = make(name, maxiter=0).fit(x, y)
    numbers = np.concatenate([start.prototypes_.ravel(), start.omega_.ravel()])
    np.savetxt(f"{directory}/start.txt", numbers, fmt="%.17g")

    calls = count_calls(GeneralizedLearningObjective, "__call__", "gradient")
    fastest = np.inf
    for _ in range(rounds):
        calls.update(dict.fromkeys(calls, 0))
        model = make(name)
        before = time.process_time()
        model.fit(x, y)
        fastest = min(fastest, time.process_time() - before)
    costs, gradients = calls["__call__"], calls["gradient"]
    labels = np.searchsorted(model.classes_, y)
    final = model._objective(model, x, labels)
    print(f"{fastest:.6f} {final:.17g} {costs} {gradients} {model.score(x, y):.4f}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
