"""A cluster of Dask whose workers may come and go, and who speaks to it."""

import asyncio
import time
from concurrent.futures import CancelledError

import distributed
from distributed.comm import CommClosedError

from . import __version__

# Seconds that a training waits for a worker when there is none.
PATIENCE = 60.0

GIVEN_UP = (CancelledError, asyncio.CancelledError, CommClosedError, distributed.client.FuturesCancelledError)
given_up = "the cluster has given up the rows: the client was closed, or restarted"

class Cluster:
    """Workers that may come and go."""

    def __init__(self, client):
        self.client = client

    def workers(self):
        """Addresses of all workers; waits for one where there is none."""
        since = time.monotonic()
        while True:
            workers = tuple(sorted(demand_open(self.client).nthreads()))
            if workers:
                return workers
            if time.monotonic() - since > PATIENCE:
                raise RuntimeError(f"no worker is left, and none has come for {PATIENCE:g} seconds")
            time.sleep(0.2)

    def read(self, tasks):
        """What these tasks make of partitions in turn; a partition that cannot be read is named."""
        futures = self.client.compute(tasks, retries=3)
        try:
            return self.gather(futures)
        except RuntimeError:
            raise
        except Exception as error:
            place = next(i for i, each in enumerate(futures) if each.status == "error")
            raise ValueError(f"partition {place} cannot be read: {error}") from error

    def gather(self, futures):
        self.wait(futures)
        try:
            return self.client.gather(futures)
        except GIVEN_UP:
            raise RuntimeError(given_up) from None

    def wait(self, futures):
        """Until all are done; a cluster that lost its workers for good is not waited for."""
        while True:
            try:
                distributed.wait(futures, timeout=2)
                break
            except (TimeoutError, distributed.TimeoutError):
                self.workers()
            except GIVEN_UP:
                break
        for future in futures:
            if future.status == "error":
                _raise_of(future)
            if future.status == "cancelled":
                raise RuntimeError(given_up)


def _raise_of(future):
    error = future.exception()
    if isinstance(error, distributed.scheduler.KilledWorker):
        raise RuntimeError("workers died again and again over the same rows: they may need more memory") from None
    raise error


def demand_open(client):
    if not isinstance(client, distributed.Client):
        raise TypeError(f"client={client!r} is no client of Dask: give distributed.Client({client!r})")
    if client.asynchronous:
        raise TypeError("the client is asynchronous: give one that waits, distributed.Client(address)")
    if client.status != "running":
        raise RuntimeError(f"the client is {client.status}: open another one, and give it as client=")
    return client


def open_client(client):
    if client is not None:
        return demand_open(client)
    try:
        return distributed.get_client()
    except ValueError:
        raise RuntimeError("there is no Dask client: open one, distributed.Client(address), or give it as client=") from None


def demand_same_version(client, workers=None):
    """Of all workers, or of these."""
    found = client.run(eval, "__import__('protea').__version__", workers=workers, on_error="return")
    for worker, version in found.items():
        if isinstance(version, OSError):
            continue   # it died, or the way to it did: whoever comes in its place is asked then
        if isinstance(version, BaseException):
            raise RuntimeError(f"worker {worker} has no protea that can be loaded ({version}): install {__version__} there")
        if version != __version__:
            raise RuntimeError(f"worker {worker} has protea {version}, and here it is {__version__}: both must be the same")
