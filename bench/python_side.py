"""One side of the comparison of Python packages: learns and answers when asked (see against_python_peers.py).

Usage: python_side.py PACKAGE METHOD DATA.npz EPOCHS

DATA.npz holds X, y to learn from and new_X, new_y to answer. "fit" on the standard input prints the processor seconds
of one training, "predict" those of one answer to all new rows, "row" those of one answer to a single row, "reached"
what the training has come to on the rows that were learned and on the new ones: the share of right answers, of maps
the mean squared distance to the nearest unit.
"""
import os
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"   # read when NumPy is loaded

import numpy as np   # noqa: E402

SIDE = 10   # units along each edge of a map
WIDTH = 5.0   # of the neighbourhood of a map, in units, at first; 1 at the end
RATE, METRIC_RATE, BATCH = 0.01, 1e-3, 64   # of adam
TOLERANCE = 2.2e-9   # SciPy's l-bfgs stops there, and ours is told so


# Ours: without scaling, which nobody else does, and with the costs of the others --------------------------------------

def ours(method, epochs):
    import protea
    plain = {"scale": "none", "max_iter": epochs, "tol": TOLERANCE}
    glvq = {"steepness": 1.0, **plain}
    adam = {"optimizer": protea.Adam(rate=RATE, metric_rate=METRIC_RATE, schedule="constant"), "batch_size": BATCH}
    grid = {"grid": f"{SIDE}x{SIDE}", "range": WIDTH, "range_schedule": "linear", "scale": "none", "max_iter": epochs}
    return {
        "GLVQ": lambda: protea.GLVQ(**glvq),
        "GMLVQ": lambda: protea.GMLVQ(log_det=0.0, **glvq),
        "LGMLVQ": lambda: protea.LGMLVQ(log_det=0.0, **glvq),
        "RSLVQ": lambda: protea.RSLVQ(sigma=1.0, **plain),
        "GLVQ-adam": lambda: protea.GLVQ(**{**glvq, **adam, "tol": 0.0}),
        "GMLVQ-adam": lambda: protea.GMLVQ(log_det=0.0, **{**glvq, **adam, "tol": 0.0}),
        "SOM": lambda: protea.SOM(schedule="linear", **grid),
        "BatchSOM": lambda: protea.BatchSOM(**grid),
    }[method]()


# Theirs ---------------------------------------------------------------------------------------------------------------

def sklvq(method, epochs):
    import sklvq
    options = {"solver_type": "lbfgs", "solver_params": {"options": {"maxiter": epochs}}, "random_state": 1,
               "activation_type": "sigmoid", "activation_params": {"beta": 1}}
    return getattr(sklvq, method)(**options)


def sklearn_lvq(method, epochs):
    import sklearn_lvq
    own = {"sigma": 1.0} if method == "RSLVQ" else {"beta": 1}   # its σ is the square of ours
    return getattr(sklearn_lvq, method.capitalize() + "Model")(max_iter=epochs, random_state=1, **own)


class PrototorchModel:
    """prototorch's distances and loss, torch's adam; batches are cut without a loader, which would only cost time."""

    def __init__(self, method, epochs):
        import torch
        torch.set_num_threads(1)
        self.torch, self.has_matrix, self.epochs = torch, method.startswith("GMLVQ"), epochs

    def distances(self, x):
        from prototorch.core.distances import omega_distance, squared_euclidean_distance
        if self.has_matrix:
            return omega_distance(x, self.prototypes, self.omega)
        return squared_euclidean_distance(x, self.prototypes)

    def fit(self, X, y):
        from prototorch.core.losses import glvq_loss
        torch = self.torch
        torch.manual_seed(1)
        classes = np.unique(y)
        means = np.array([X[y == each].mean(axis=0) for each in classes])
        x, y = torch.from_numpy(X.astype(np.float32)), torch.from_numpy(np.searchsorted(classes, y))
        self.labels = torch.arange(len(classes))
        self.prototypes = torch.nn.Parameter(torch.from_numpy(means.astype(np.float32)))
        groups = [{"params": [self.prototypes], "lr": RATE}]
        if self.has_matrix:
            self.omega = torch.nn.Parameter(torch.eye(x.shape[1]) / x.shape[1] ** 0.5)
            groups.append({"params": [self.omega], "lr": METRIC_RATE})
        adam = torch.optim.Adam(groups)
        for _ in range(self.epochs):
            for batch in torch.randperm(len(x)).split(BATCH):
                adam.zero_grad()
                torch.sigmoid(glvq_loss(self.distances(x[batch]), y[batch], self.labels)).mean().backward()
                adam.step()
        return self

    def predict(self, X):
        with self.torch.no_grad():
            return self.distances(self.torch.from_numpy(X.astype(np.float32))).argmin(dim=1).numpy()


class MiniSomMap:
    """As many steps as ours, one sample at a time, with the same first and last width."""

    def __init__(self, method, epochs):
        self.epochs = epochs

    def fit(self, X, y=None):
        from minisom import MiniSom
        self.map = MiniSom(SIDE, SIDE, X.shape[1], sigma=WIDTH, learning_rate=0.5, random_seed=1,
                           decay_function="linear_decay_to_zero", sigma_decay_function="linear_decay_to_one")
        self.map.pca_weights_init(X)
        self.map.train(X, self.epochs * len(X), random_order=True)
        return self

    def predict(self, X):
        return self.map.quantization(X)

    def units(self):
        return self.map.get_weights().reshape(SIDE * SIDE, -1)


class SomocluMap:
    """Computes in single precision, the only one it has."""

    def __init__(self, method, epochs):
        self.epochs = epochs

    def fit(self, X, y=None):
        from somoclu import Somoclu
        self.map = Somoclu(SIDE, SIDE, maptype="planar", gridtype="rectangular", neighborhood="gaussian",
                           compactsupport=False, std_coeff=0.5, initialization="pca", verbose=0)
        self.map.train(X.astype(np.float32), epochs=self.epochs, radius0=WIDTH / 0.5, radiusN=1 / 0.5,
                       scale0=1.0, scaleN=1.0)
        return self

    def predict(self, X):
        return self.map.get_bmus(self.map.get_surface_state(X.astype(np.float32)))

    def units(self):
        return self.map.codebook.reshape(SIDE * SIDE, -1).astype(np.float64)


MAKERS = {"protea": ours, "sklvq": sklvq, "sklearn-lvq": sklearn_lvq, "prototorch": PrototorchModel,
          "minisom": MiniSomMap, "somoclu": SomocluMap}


# What is asked --------------------------------------------------------------------------------------------------------

def seconds_of(task, least=0.02):
    """Processor time of one call; short ones are repeated until there is something to measure."""
    start, calls = time.process_time(), 0
    while calls == 0 or time.process_time() - start < least:
        task()
        calls += 1
    return (time.process_time() - start) / calls


def reached(model, X, y):
    if hasattr(model, "units") or hasattr(model, "grid_"):
        w = model.units() if hasattr(model, "units") else model.prototypes_
        return float(((X ** 2).sum(axis=1) + ((w ** 2).sum(axis=1) - 2 * X @ w.T).min(axis=1)).mean())
    return float((np.asarray(model.predict(X)) == y).mean())


def main(package, method, path, epochs):
    with np.load(path) as data:
        X, y, new_X, new_y = (data[name] for name in ("X", "y", "new_X", "new_y"))
    some = slice(None, None, max(1, len(X) // 200))
    MAKERS[package](method, 2).fit(X[some], y[some])   # what is loaded at the first call is in no number
    model = None
    print("ready", flush=True)
    for line in sys.stdin:
        asked = line.strip()
        if asked == "fit":
            model = MAKERS[package](method, epochs)
            start = time.process_time()
            model.fit(X, y)
            print(time.process_time() - start, flush=True)
        elif asked == "predict":
            print(seconds_of(lambda: model.predict(new_X)), flush=True)
        elif asked == "row":
            row = new_X[:1]
            print(seconds_of(lambda: model.predict(row), 0.2), flush=True)
        else:
            print(reached(model, X, y), reached(model, new_X, new_y), flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
