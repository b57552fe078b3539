"""Fit and predict of the Python package against its peers, in one run: ratios of processor times, best of several.

Usage: python bench/against_python_peers.py [ROUNDS]
Peers that are not installed are left out: pip install sklvq sklearn-lvq minisom somoclu.
"""

import functools
import importlib
import sys
import time

import numpy as np
from sklearn.datasets import load_digits, make_blobs

import protea

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 3


def best(task):
    """The least processor time of several rounds, in seconds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        task()
        times.append(time.process_time() - start)
    return min(times)


def installed(name):
    try:
        return importlib.import_module(name)
    except Exception:  # a peer that is there but does not work with this Python is none
        return None


def peers():
    """(method, peer, maker of ours, maker of theirs): each maker gives something with fit and predict."""
    if module := installed("sklvq"):
        yield "GLVQ", "sklvq", protea.GLVQ, module.GLVQ
        yield "GMLVQ", "sklvq", protea.GMLVQ, module.GMLVQ
        yield "LGMLVQ", "sklvq", protea.LGMLVQ, module.LGMLVQ
    if module := installed("sklearn_lvq"):
        yield "GLVQ", "sklearn-lvq", protea.GLVQ, module.GlvqModel
        yield "GMLVQ", "sklearn-lvq", protea.GMLVQ, module.GmlvqModel
        yield "LGMLVQ", "sklearn-lvq", protea.LGMLVQ, module.LgmlvqModel
        yield "RSLVQ", "sklearn-lvq", protea.RSLVQ, module.RslvqModel


class MiniSom:
    """minisom with a fit and a predict: as many steps as our epochs have."""

    def __init__(self, module):
        self.module = module

    def fit(self, X, y=None):
        self.som = self.module.MiniSom(10, 10, X.shape[1], random_seed=1)
        self.som.train(X, 10 * len(X), use_epochs=False)

    def predict(self, X):
        return [self.som.winner(row) for row in X]


class Somoclu:
    def __init__(self, module):
        self.module = module

    def fit(self, X, y=None):
        self.som = self.module.Somoclu(10, 10, verbose=0)
        self.som.train(X.astype(np.float32), epochs=10)

    def predict(self, X):
        return self.som.get_bmus(self.som.get_surface_state(X.astype(np.float32)))


def maps():
    if module := installed("minisom"):
        yield "SOM", "minisom", lambda: protea.SOM(grid="10x10", max_iter=10, scale="none"), functools.partial(MiniSom, module)
    if module := installed("somoclu"):
        yield "SOM", "somoclu", lambda: protea.BatchSOM(grid="10x10", max_iter=10, scale="none"), functools.partial(Somoclu, module)


def measure(ours, theirs, X, y):
    pair = ours(), theirs()
    fits = [best(lambda each=each: each.fit(X, y)) for each in pair]
    predicts = [best(lambda each=each: each.predict(X)) for each in pair]
    return fits[1] / fits[0], predicts[1] / max(predicts[0], 1e-6), fits[0], predicts[0]


def overhead():
    """What Python adds: a row at a time, and a fit of many rows from float32."""
    X, y = make_blobs(n_samples=2000, n_features=64, centers=3, random_state=0)
    model = protea.GMLVQ(max_iter=5).fit(X, y)
    row = X[:1]
    count = 2000
    one = best(lambda: [model.predict(row) for _ in range(count)]) / count
    print(f"predict of one row: {1e6 * one:.1f} µs")


if __name__ == "__main__":
    X, y = load_digits(return_X_y=True)
    print(f"digits, {len(X)} rows of {X.shape[1]}; ratios are times of the peer over ours, processor time, best of {ROUNDS}")
    for method, peer, ours, theirs in [*peers(), *maps()]:
        try:
            fit, predict, seconds, answers = measure(ours, theirs, X, y)
        except Exception as error:
            print(f"{method:8} {peer:12} failed: {type(error).__name__}: {error}")
            continue
        print(f"{method:8} {peer:12} fit {fit:8.1f}x ({seconds:.3f} s)  predict {predict:8.1f}x ({1e3 * answers:.2f} ms)")
    overhead()
