"""What a cluster costs and gains on this machine: one evaluation without work, and twice the rows on twice the workers.

Usage: cluster.py [ROWS]     rows of 64 features for each worker, 500 000 unless given
"""

import sys
import time

import dask
import dask.array as da
import distributed
import numpy as np

import protea
import protea.dask


def cluster_of(workers):
    return distributed.LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0)


def rows_of(rows, features):
    """Two classes that overlap, made where they are needed."""
    state = da.random.default_rng(7)
    X = state.normal(size=(rows, features), chunks=(50_000, features))
    y = (X[:, 0] + 0.5 * state.normal(size=rows, chunks=50_000) > 0).astype(int)
    return X, y


def milliseconds_of(estimator, X, y=None):
    times = [time.monotonic()]
    estimator.set_params(callback=lambda *_: times.append(time.monotonic()))
    estimator.fit(X, y) if y is not None else estimator.fit(X)
    return 1e3 * np.diff(times[1:])


def overhead():
    with cluster_of(2) as cluster, distributed.Client(cluster) as client:
        X = da.from_array(np.random.default_rng(0).normal(size=(40_000, 2)), chunks=10_000)
        each = milliseconds_of(protea.dask.BatchSOM(client=client, grid="2x1", max_iter=200), X)
    print(f"an evaluation without work, two workers: median {np.median(each):.1f} ms, nine of ten below {np.quantile(each, 0.9):.1f} ms")


def scaling(rows, features=64, epochs=12):
    speed = {}
    for workers in (1, 2):
        with cluster_of(workers) as cluster, distributed.Client(cluster) as client:
            X, y = rows_of(workers * rows, features)
            X, y = client.persist([X, y])
            distributed.wait([X, y])
            begin = time.monotonic()
            model = protea.dask.GMLVQ(client=client, max_iter=epochs, init="class-mean")
            each = milliseconds_of(model, X, y)
            whole = time.monotonic() - begin
        speed[workers] = workers * rows / np.median(each)
        print(f"{workers} worker{'s' if workers > 1 else ''}, {workers} × {rows} × {features}: {np.median(each):.0f} ms an epoch, "
              f"{speed[workers]:.0f} rows a millisecond, {whole:.1f} s in all")
    print(f"weak scaling from one to two workers: {speed[2] / speed[1]:.2f}")


if __name__ == "__main__":
    dask.config.set({"distributed.logging.distributed": "error"})
    overhead()
    scaling(int(sys.argv[1]) if len(sys.argv) > 1 else 500_000)
