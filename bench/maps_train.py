"""The Python side of against_maps.sh: makes the data, trains with others' programs, and judges codebooks.

Usage: maps_train.py generate DATA.npy                    100 000 samples of 64 features
       maps_train.py somoclu DATA.npy EPOCHS [CODEBOOK]   EPOCHS 0: only the winners that it looks up after training
       maps_train.py k-means DATA.npy ITERATIONS          Lloyd's algorithm of scikit-learn, 100 prototypes
       maps_train.py error DATA.npy CODEBOOK              the mean squared distance to the nearest unit

Codebooks are bare doubles, unit by unit. Both trainings print "wall-seconds processor-seconds" of the training call.
"""
import sys
import time

import numpy as np

SIDE = 50   # units along each edge of the map
WIDTH = 12.5   # standard deviation of the Gaussian neighbourhood, in units; against_maps.sh tells kohonen the same


def timed(train):
    wall, processor = time.perf_counter(), time.process_time()
    train()
    print(f"{time.perf_counter() - wall:.4f} {time.process_time() - processor:.4f}")


def generate(path):
    random = np.random.default_rng(1)
    mixing = random.standard_normal((64, 64)) / 8   # features of variance 1 in the mean
    np.save(path, random.standard_normal((100000, 64)) @ mixing)


def train_somoclu(path, epochs, codebook=None):
    from somoclu import Somoclu
    x = np.load(path).astype(np.float32)   # the only type somoclu computes with
    som = Somoclu(SIDE, SIDE, initialcodebook=x[:SIDE * SIDE].copy(), maptype="planar", gridtype="rectangular",
                  neighborhood="gaussian", compactsupport=False, std_coeff=0.5)
    # Linear cooling over a single epoch divides by zero, and the map becomes NaN.
    timed(lambda: som.train(x, epochs=int(epochs), radius0=WIDTH / 0.5, radiuscooling="exponential",
                            scalecooling="exponential"))
    if codebook:
        som.codebook.astype(np.float64).tofile(codebook)


def train_k_means(path, iterations):
    from sklearn.cluster import KMeans
    x = np.load(path)
    means = KMeans(100, init=x[:100], n_init=1, max_iter=int(iterations), tol=0, algorithm="lloyd")
    timed(lambda: means.fit(x))
    if means.n_iter_ != int(iterations):
        sys.exit(f"maps_train: scikit-learn stopped after {means.n_iter_} of {iterations} iterations")


def print_error(path, codebook):
    x = np.load(path)
    w = np.fromfile(codebook).reshape(-1, x.shape[1])
    nearest = [(np.sum(w * w, axis=1) - 2 * part @ w.T).min(axis=1) for part in np.array_split(x, 100)]
    print(f"{np.mean(np.concatenate(nearest) + np.sum(x * x, axis=1)):.4f}")


if __name__ == "__main__":
    commands = {"generate": generate, "somoclu": train_somoclu, "k-means": train_k_means, "error": print_error}
    if len(sys.argv) < 3 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](*sys.argv[2:])
