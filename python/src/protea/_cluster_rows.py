"""Rows that are arrays and frames of Dask: their partitions, and groups of them on the workers of a cluster."""

import itertools
import time
import warnings

import dask
import dask.array as da
import distributed
import numpy as np
from dask.delayed import Delayed, delayed
from sklearn.base import is_regressor

from . import _base, _core, _groups
from ._arrays import class_name
from ._cluster import GIVEN_UP, Cluster, demand_same_version, given_up
from ._compat import _words


def is_lazy(X):
    return dask.is_dask_collection(X)


def pieces(X, what):
    """The partitions of an array or a frame of Dask as delayed objects.

    Columns of one frame have the same partitions: Dask would merge those of files, as many as it sees fit for the columns asked for.
    """
    if isinstance(X, Delayed) or not (hasattr(X, "to_delayed") and hasattr(X, "ndim")):
        raise TypeError(f"{what} is a {type(X).__name__}: give an array or a frame of Dask")
    if not isinstance(X, da.Array):
        frame = X.simplify() if hasattr(X, "simplify") else X   # reads the columns asked for alone
        return frame.to_delayed(optimize_graph=False)
    if X.ndim == 2 and X.numblocks[1] > 1:
        X = X.rechunk({1: -1})
    return list(X.to_delayed(optimize_graph=False).ravel())


def like_rows(X, values, what, wanted):
    """Targets or weights in partitions that match those of X, as many as wanted."""
    if values is None:
        return None
    if not is_lazy(values):
        if not isinstance(X, da.Array) or any(np.isnan(size) for size in X.chunks[0]):
            raise TypeError(f"{what} is a {type(values).__name__}, and nobody knows how long the partitions of X are: "
                            "give a column of the same frame, or an array of Dask")
        values = np.asarray(values)
        if values.ndim == 0:
            raise ValueError(f"{what} is {values}: each row needs its own")
        if len(values) != sum(X.chunks[0]):
            raise ValueError(f"X has {sum(X.chunks[0])} rows and {what} {len(values)}: each row needs one")
        values = da.from_array(values, chunks=(X.chunks[0], *values.shape[1:]))
    if isinstance(values, da.Array) and isinstance(X, da.Array):
        sizes = X.chunks[0]
        if values.chunks[0] != sizes and not any(np.isnan(size) for size in (*sizes, *values.chunks[0])):
            if sum(sizes) != sum(values.chunks[0]):
                raise ValueError(f"X has {sum(sizes)} rows and {what} {sum(values.chunks[0])}: each row needs one")
            values = values.rechunk({0: sizes})
    found = pieces(values, what)
    if len(found) != wanted:
        raise ValueError(f"X has {wanted} partitions and {what} {len(found)}: each needs its own, of the same rows")
    return found


def beside(X, *others):
    """The partitions of X, each with those of `others`, pairs of values and what they are: nothing where there are none."""
    own = pieces(X, "X")
    columns = [like_rows(X, values, what, len(own)) or [None] * len(own) for values, what in others]
    return list(zip(own, *columns, strict=True))


def width_and_names(X):
    if isinstance(X, da.Array):
        if X.ndim != 2:
            raise ValueError(f"Expected 2D array, got {X.ndim}D array: rows of numbers are needed, one for each sample")
        return X.shape[1], None
    pieces(X, "X")
    if X.ndim != 2:
        raise ValueError("Expected 2D array, got a single column: rows of numbers are needed, one for each sample")
    for name, kind in zip(X.columns, X.dtypes):
        if kind.kind not in "biuf":
            raise ValueError(f"column '{name}' of X holds {kind}: leave it out, or give numbers in its place")
    return len(X.columns), _words(list(X.columns))


class Rows(Cluster):
    """Rows of a cluster in groups, and whoever asks them. Nothing of them comes here but what is asked for."""

    def __init__(self, estimator, client, X, y, sample_weight):
        super().__init__(client)
        number, names = width_and_names(X)
        estimator.n_features_in_ = number
        if names is None:
            estimator.__dict__.pop("feature_names_in_", None)
        else:
            estimator.feature_names_in_ = names
        self.feature_names = [] if names is None else list(names)
        self.has_weights = sample_weight is not None
        expected = _groups.Expected(
            number, None if names is None else list(names), getattr(estimator, "missing", "refuse"),
            is_regressor(estimator), not estimator._positive_only, _base.fills_empty_rows(estimator),
        )
        checked = delayed(_groups.partition_of, pure=False)
        self.partitions = [checked(place, expected, *each)
                           for place, each in enumerate(beside(X, (y, "y"), (sample_weight, "sample_weight")))]
        self.expected = expected

    def settle(self, classes_of):
        """Counts the rows of the partitions, and puts them into groups; `classes_of` makes classes of all labels."""
        summaries = self.read([delayed(_groups.summary_of)(each) for each in self.partitions])
        for *_, refusal in summaries:
            if refusal is not None:
                raise ValueError(refusal)
        counts = [count for count, *_ in summaries]
        if sum(counts) == 0:
            raise ValueError("Found array with 0 sample(s): all partitions are empty, weigh nothing or miss values")
        self.classes = classes_of([labels for _, _, labels, _ in summaries if labels is not None and len(labels) > 0])
        if self.classes is not None:
            left = np.unique(np.concatenate([own for _, own, _, _ in summaries if own is not None and len(own) > 0]))
            for lost in np.setdiff1d(self.classes, left):
                raise _core.DataError(f"X: dropping rows with missing values leaves no sample of class '{class_name(lost)}': "
                                      "use missing='mean'")
        self.class_names = [] if self.classes is None else [class_name(each) for each in self.classes]
        ends = np.cumsum(counts)
        groups = []
        for number, first in enumerate(range(0, int(ends[-1]), _groups.GROUP_ROWS)):
            last = min(first + _groups.GROUP_ROWS, int(ends[-1]))
            ranges, sources = [], []
            for place in range(np.searchsorted(ends, first, side="right"), len(counts)):
                begin = int(ends[place] - counts[place])
                if begin >= last:
                    break
                if counts[place] > 0:
                    ranges.append((max(first - begin, 0), min(last - begin, counts[place])))
                    sources.append(self.partitions[place])
            groups.append(delayed(_groups.group_of, pure=False)(number, ranges, self.classes, self.class_names,
                                                                self.feature_names, *sources))
        kept = self.client.persist(groups, retries=3)
        self.groups = [distributed.futures_of(each)[0] for each in kept]
        self._held = kept
        self._places = None
        self.wait(self.groups)

    def head(self):
        """A row that is nowhere: names alone."""
        codes = None if self.classes is None else np.zeros(1, dtype=np.int32)
        numbers = np.zeros(1) if self.expected.needs_numbers else None
        return _core.Samples(np.zeros((1, self.expected.number)), codes=codes, class_names=self.class_names,
                             numbers=numbers, feature_names=self.feature_names)

    # Questions --------------------------------------------------------------------------------------------------------

    def asking(self, label):
        """The function that passes questions on; `label` names the tasks on the dashboard."""
        numbers = itertools.count()
        run = f"{time.time_ns():x}"

        def ask(question, wanted):
            try:
                return answers_to(question, wanted)
            except GIVEN_UP:
                raise RuntimeError(given_up) from None

        def answers_to(question, wanted):
            wanted = list(wanted) or list(range(len(self.groups)))
            number = next(numbers)
            tasks = []
            for worker, share in self._shares(wanted):
                with warnings.catch_warnings():   # a question carries the parameters, which are no rows to be loaded
                    warnings.filterwarnings("ignore", message="Sending large graph")
                    task = self.client.submit(
                        _groups.answers_of, question, [self.groups[g] for g in share], pure=False, retries=3,
                        workers=[worker], allow_other_workers=True, priority=10,
                        key=(f"{label()}", f"{run}-{number}-{share[0]}"),
                    )
                tasks.append((share, task))
            found = {}
            for (share, _), answers in zip(tasks, self.gather([task for _, task in tasks])):
                found.update(zip(share, answers))
            return [found[g] for g in wanted]

        return ask

    def _shares(self, wanted):
        """Who is to answer for which groups: whoever holds them."""
        workers = self.workers()
        if self._places is None or self._places[0] != workers:
            if self._places is not None and (new := set(workers) - set(self._places[0])):
                demand_same_version(self.client, list(new))
            holders = self.client.who_has(self.groups)
            loads = dict.fromkeys(workers, 0)
            places = []
            for future in self.groups:
                own = [each for each in holders.get(future.key, ()) if each in loads]
                place = min(own or workers, key=lambda each: loads[each])
                loads[place] += 1
                places.append(place)
            self._places = workers, places
        shares = {}
        for group in wanted:
            shares.setdefault(self._places[1][group], []).append(group)
        return shares.items()
