"""Training on the workers of a Dask cluster, to the same bytes as in one process.

Every estimator of the house is here under its name, with a `client` beside its keywords. `fit` takes arrays and frames of
Dask; `predict` and the like answer partition by partition, when the answer is computed.
"""

import asyncio
import copy
import functools
import inspect
import itertools
import os
import time
import warnings
from concurrent.futures import CancelledError

import numpy as np
from sklearn.base import is_classifier, is_regressor
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

try:
    import dask
    import dask.array as da
    import distributed
    from dask.delayed import Delayed, delayed
    from distributed.comm import CommClosedError
except ImportError as error:
    raise ImportError("protea.dask needs dask and distributed: pip install 'protea[dask]'") from error

from . import __version__, _core
from . import _base, _estimators, _groups, _house, _studies
from ._arrays import class_name
from ._compat import _words
from ._parts import OwnDissimilarity, OwnRule
from ._studies import tasks_elsewhere

# Seconds that a training waits for a worker when there is none.
PATIENCE = 60.0


_GIVEN_UP = (CancelledError, asyncio.CancelledError, CommClosedError, distributed.client.FuturesCancelledError)
_given_up = "the cluster has given up the rows: the client was closed, or restarted"

# A cluster ------------------------------------------------------------------------------------------------------------


class _Cluster:
    """Workers that may come and go."""

    def __init__(self, client):
        self.client = client

    def workers(self):
        """Addresses of all workers; waits for one where there is none."""
        since = time.monotonic()
        while True:
            workers = tuple(sorted(_demand_open(self.client).nthreads()))
            if workers:
                return workers
            if time.monotonic() - since > PATIENCE:
                raise RuntimeError(f"no worker is left, and none has come for {PATIENCE:g} seconds")
            time.sleep(0.2)

    def compute(self, tasks):
        return self.gather(self.client.compute(tasks, retries=3))

    def gather(self, futures):
        self.wait(futures)
        try:
            return self.client.gather(futures)
        except _GIVEN_UP:
            raise RuntimeError(_given_up) from None

    def wait(self, futures):
        """Until all are done; a cluster that lost its workers for good is not waited for."""
        while True:
            try:
                distributed.wait(futures, timeout=2)
                break
            except (TimeoutError, distributed.TimeoutError):
                self.workers()
            except _GIVEN_UP:
                break
        for future in futures:
            if future.status == "error":
                _raise_of(future)
            if future.status == "cancelled":
                raise RuntimeError(_given_up)


# Rows -----------------------------------------------------------------------------------------------------------------


def _is_lazy(X):
    return dask.is_dask_collection(X)


def _pieces(X, what):
    """The partitions of an array or a frame of Dask as delayed objects."""
    if isinstance(X, Delayed) or not (isinstance(X, da.Array) or hasattr(X, "to_delayed")):
        raise TypeError(f"{what} is a {type(X).__name__}: give an array or a frame of Dask")
    if not isinstance(X, da.Array):
        return X.to_delayed()
    if X.ndim == 2 and X.numblocks[1] > 1:
        X = X.rechunk({1: -1})
    return list(X.to_delayed().ravel())


def _like_rows(X, values, what):
    """Targets or weights in partitions that match those of X."""
    if values is None:
        return None
    if not _is_lazy(values):
        if not isinstance(X, da.Array) or any(np.isnan(size) for size in X.chunks[0]):
            raise TypeError(f"{what} is a {type(values).__name__}, and nobody knows how long the partitions of X are: "
                            "give a column of the same frame, or an array of Dask")
        values = np.asarray(values)
        if len(values) != sum(X.chunks[0]):
            raise ValueError(f"X has {sum(X.chunks[0])} rows and {what} {len(values)}: each row needs one")
        values = da.from_array(values, chunks=(X.chunks[0], *values.shape[1:]))
    if isinstance(values, da.Array) and isinstance(X, da.Array):
        sizes = X.chunks[0]
        if values.chunks[0] != sizes and not any(np.isnan(size) for size in (*sizes, *values.chunks[0])):
            if sum(sizes) != sum(values.chunks[0]):
                raise ValueError(f"X has {sum(sizes)} rows and {what} {sum(values.chunks[0])}: each row needs one")
            values = values.rechunk({0: sizes})
    pieces = _pieces(values, what)
    wanted = X.npartitions if not isinstance(X, da.Array) else X.numblocks[0]
    if len(pieces) != wanted:
        raise ValueError(f"X has {wanted} partitions and {what} {len(pieces)}: each needs its own, of the same rows")
    return pieces


def _width_and_names(X):
    if isinstance(X, da.Array):
        if X.ndim != 2:
            raise ValueError(f"Expected 2D array, got {X.ndim}D array: rows of numbers are needed, one for each sample")
        return X.shape[1], None
    if isinstance(X, Delayed) or not hasattr(X, "columns"):
        _pieces(X, "X")
    if X.ndim != 2:
        raise ValueError("Expected 2D array, got a single column: rows of numbers are needed, one for each sample")
    for name, kind in zip(X.columns, X.dtypes):
        if kind.kind not in "biuf":
            raise ValueError(f"column '{name}' of X holds {kind}: leave it out, or give numbers in its place")
    return len(X.columns), _words(list(X.columns))


class _Rows(_Cluster):
    """Rows of a cluster in groups, and whoever asks them. Nothing of them comes here but what is asked for."""

    def __init__(self, estimator, client, X, y, sample_weight):
        super().__init__(client)
        number, names = _width_and_names(X)
        estimator.n_features_in_ = number
        if names is None:
            estimator.__dict__.pop("feature_names_in_", None)
        else:
            estimator.feature_names_in_ = names
        self.feature_names = [] if names is None else list(names)
        self.has_weights = sample_weight is not None
        expected = _groups.Expected(
            number, None if names is None else list(names), getattr(estimator, "missing", "refuse"),
            is_regressor(estimator), not estimator._positive_only,
        )
        pieces = _pieces(X, "X")
        nothing = [None] * len(pieces)
        targets = _like_rows(X, y, "y") or nothing
        weights = _like_rows(X, sample_weight, "sample_weight") or nothing
        checked = delayed(_groups.partition_of, pure=False)
        self.partitions = [checked(place, expected, *each) for place, each in enumerate(zip(pieces, targets, weights))]
        self.expected = expected

    def settle(self, classes_of):
        """Counts the rows of the partitions, and puts them into groups; `classes_of` makes classes of all labels."""
        summaries = self.compute([delayed(_groups.summary_of)(each) for each in self.partitions])
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
            pieces, sources = [], []
            for place in range(np.searchsorted(ends, first, side="right"), len(counts)):
                begin = int(ends[place] - counts[place])
                if begin >= last:
                    break
                if counts[place] > 0:
                    pieces.append((max(first - begin, 0), min(last - begin, counts[place])))
                    sources.append(self.partitions[place])
            groups.append(delayed(_groups.group_of, pure=False)(number, pieces, self.classes, self.class_names,
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
            except _GIVEN_UP:
                raise RuntimeError(_given_up) from None

        def answers_to(question, wanted):
            wanted = list(wanted) or list(range(len(self.groups)))
            number = next(numbers)
            tasks = []
            for worker, share in self._shares(wanted):
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


def _raise_of(future):
    error = future.exception()
    if isinstance(error, distributed.scheduler.KilledWorker):
        raise RuntimeError("workers died again and again over the same rows: they may need more memory") from None
    raise error


def _demand_open(client):
    if not isinstance(client, distributed.Client):
        raise TypeError(f"client={client!r} is no client of Dask: give distributed.Client({client!r})")
    if client.status != "running":
        raise RuntimeError(f"the client is {client.status}: open another one, and give it as client=")
    return client


def _client_of(estimator):
    return _open_client(estimator.client)


def _open_client(client):
    if client is not None:
        return _demand_open(client)
    try:
        return distributed.get_client()
    except ValueError:
        raise RuntimeError("there is no Dask client: open one, distributed.Client(address), or give it as client=") from None


def _demand_same_version(client):
    found = client.run(eval, "__import__('protea').__version__", on_error="return")
    for worker, version in found.items():
        if isinstance(version, BaseException):
            raise RuntimeError(f"worker {worker} has no protea that can be loaded ({version}): install {__version__} there")
        if version != __version__:
            raise RuntimeError(f"worker {worker} has protea {version}, and here it is {__version__}: both must be the same")


# Learning -------------------------------------------------------------------------------------------------------------


def _classes_of(estimator, has_weights):
    def classes_of(labels):
        if not labels:
            raise ValueError("there are no labels to learn from: give y")
        kinds = {"word" if each.dtype.kind in "USO" else "number" for each in labels}
        if len(kinds) > 1:
            raise ValueError("y mixes words with numbers from partition to partition: give classes of one kind")
        classes = np.unique(np.concatenate(labels))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")   # there are as many classes as there are different labels
            check_classification_targets(classes)
        if len(classes) < 2:
            who = "sample_weight leaves samples" if has_weights else "y has samples"
            raise ValueError(f"{who} of one class only ({classes[0]}): learning needs two classes at least")
        if estimator._binary_only and len(classes) > 2:
            raise ValueError("Only binary classification is supported. The type of the target is multiclass.")
        return classes

    return classes_of


def _nobody(_):
    return None


def _demand_shareable(estimator):
    try:
        if isinstance(estimator, _base.Embedding):
            raise ValueError(f"{estimator._method} learns from all rows at once, and these rows are in several processes")
        _core.demand_elsewhere(estimator._method, estimator._settings())
    except ValueError as error:
        raise type(error)(f"{error}: fit it on rows in memory; its answers are given for partitions all the same") from None
    for part in ("rule", "dissimilarity"):
        if isinstance(getattr(estimator, part, None), (OwnRule, OwnDissimilarity)):
            raise ValueError(f"{part}: a function of this process is not known to the workers; use a part of the catalogue")


@_base.whole_or_not_at_all
def _fit(self, X, y, sample_weight, checkpoint, every, resume):
    _demand_shareable(self)
    client = _client_of(self)
    _demand_same_version(client)
    learns_classes = is_classifier(self)
    is_supervised = learns_classes or is_regressor(self)
    if is_supervised and y is None:
        raise ValueError(f"there are no {'labels' if learns_classes else 'numbers'} to learn from: give y")
    rows = _Rows(self, client, X, y if is_supervised else None, sample_weight)
    rows.settle(_classes_of(self, rows.has_weights) if learns_classes else _nobody)
    if learns_classes:
        self.classes_ = rows.classes
    self.__dict__.pop("labels_", None)   # of other rows
    done = None

    def label():
        return f"{self._method}-{'start' if done is None else f'epoch-{done + 1}'}"

    def train(after_epoch):
        def after(epoch, *costs):
            nonlocal done
            done = epoch
            return after_epoch(epoch, *costs)

        return _core.train_elsewhere(
            self._method, self._settings(), rows.head(), rows.has_weights, rows.asking(label), self._threads(), after,
            "" if checkpoint is None else os.fspath(checkpoint), every, resume,
        )

    try:
        self._keep_what_learns(train)
    except RuntimeError as error:
        if checkpoint is not None and os.path.exists(checkpoint):
            raise RuntimeError(f"{error}; what was learned is in {os.fspath(checkpoint)}: resume=True goes on from there") from error
        raise
    if learns_classes:
        self._order_classes()
    return self


# Answers --------------------------------------------------------------------------------------------------------------


def _answer(estimator, name, like, block):
    """What the estimator answers for the rows of one partition."""
    if len(block) == 0:
        return like
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="X (has|does not have valid) feature names")
        return getattr(estimator, name)(block)


def _lazily(estimator, name, X, like):
    """The same for all partitions, once that is computed. `like` is the answer for no rows."""
    _width_and_names(X)
    if X.shape[1] != estimator.n_features_in_:
        raise ValueError(f"X has {X.shape[1]} features, but {type(estimator).__name__} is expecting "
                         f"{estimator.n_features_in_} features as input.")
    here = delayed(_plain(estimator), pure=False)
    answer = delayed(_answer, pure=False)
    sizes = X.chunks[0] if isinstance(X, da.Array) else [np.nan] * X.npartitions
    blocks = [
        da.from_delayed(answer(here, name, like, piece), shape=(size, *like.shape[1:]), dtype=like.dtype, meta=like)
        for piece, size in zip(_pieces(X, "X"), sizes)
    ]
    return da.concatenate(blocks, axis=0, allow_unknown_chunksizes=True)


def _plain(estimator):
    """A copy without a cluster, which can be sent to one."""
    cls = type(estimator)._in_memory
    plain = cls.__new__(cls)
    plain.__dict__.update({name: value for name, value in estimator.__dict__.items()
                           if name not in ("client", "callback", "_seen", "_stream")})
    plain.callback = None
    plain.n_jobs = None
    return plain


def _nothing_like(estimator, name):
    """The answer for no rows: its kind and its width."""
    check_is_fitted(estimator, "_model")
    row = np.ones((1, estimator.n_features_in_))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="X does not have valid feature names")
        return np.asarray(getattr(_plain(estimator), name)(row))[:0]


class _OnCluster:
    """What every estimator of this module does with arrays and frames of Dask; others it treats as in memory."""

    _in_memory = None

    def __getstate__(self):
        return {**super().__getstate__(), "client": None}

    def __getattr__(self, name):
        if name == "labels_" and "_model" in self.__dict__:
            raise AttributeError("labels_ of rows of a cluster are not kept: predict(X) tells the unit of each row")
        return super().__getattribute__(name)   # which says why there is none

    def __sklearn_clone__(self):
        own = {name: value if name == "client" else copy.deepcopy(value)
               for name, value in self.get_params(deep=False).items()}
        return type(self)(**own)

    def fit(self, X, y=None, sample_weight=None, *, checkpoint=None, every=10, resume=False):
        """Learn from rows of a cluster, to the bytes that the same rows in memory lead to.

        Parameters
        ----------
        X : array or frame of Dask of shape (n_samples, n_features)
        y : array or column of Dask with the same partitions, optional
        sample_weight : array or column of Dask, optional
            Rows of weight 0 are left out.
        checkpoint : str or path, optional
            A file here that keeps the training, so that it can go on after a stop.
        every : int, default=10
            Epochs between checkpoints.
        resume : bool, default=False
            Go on from the checkpoint where there is one.

        Returns
        -------
        self
        """
        if _is_lazy(X):
            return _fit(self, X, y, sample_weight, checkpoint, every, resume)
        if checkpoint is not None or resume:
            raise ValueError("checkpoints are for rows of Dask: in memory use the command line, protea train --checkpoint")
        arguments = () if y is None else (y,)
        weights = {} if sample_weight is None else {"sample_weight": sample_weight}
        return super().fit(X, *arguments, **weights)


def _learning_in_memory(cls, name):
    original = getattr(cls, name)

    @functools.wraps(original)
    def learn(self, X, *arguments, **keywords):
        if _is_lazy(X):
            raise ValueError(f"{name} learns from rows in memory: give it one partition after the other, X.partitions[i].compute()")
        return original(self, X, *arguments, **keywords)

    return learn


def _answering(cls, name):
    original = getattr(cls, name)

    @functools.wraps(original)
    def answer(self, X, *arguments, **keywords):
        if not _is_lazy(X):
            return getattr(super(self._own_class, self), name)(X, *arguments, **keywords)
        return _lazily(self, name, X, _nothing_like(self, name))

    return answer


def _answered(estimator, X, y, weights):
    """Answers for a partition, the truth, and weights."""
    if len(X) == 0:
        return np.empty(0), np.empty(0), np.empty(0)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="X (has|does not have valid) feature names")
        answers = estimator._least_distances(X) if y is None else estimator.predict(X)
    truth = np.zeros(len(X)) if y is None else _groups.one_column(y, len(X))
    return answers, truth, np.ones(len(X)) if weights is None else _groups.one_column(weights, len(X)).astype(np.float64)


def _right(part):
    answers, truth, weights = part
    return float(weights @ (answers == truth)), float(weights.sum())


def _of_numbers(part):
    answers, truth, weights = part
    return float(weights @ truth), float(weights.sum())


def _squares(part, sums):
    answers, truth, weights = part
    mean = sum(each for each, _ in sums) / sum(each for _, each in sums)
    return float(weights @ (truth - answers) ** 2), float(weights @ (truth - mean) ** 2)


def _far(part):
    answers, _, weights = part
    return float(weights @ answers), float(weights.sum())


def _ratio(parts, sign, from_one):
    share = sum(each for each, _ in parts) / sum(each for _, each in parts)
    return np.asarray((1.0 if from_one else 0.0) + sign * share)


def _score(self, X, y=None, sample_weight=None):
    """As in memory, when it is computed: accuracy, the share of the variance told (R²), or minus the mean distance.

    Parameters
    ----------
    X : array or frame of Dask
    y : array or column of Dask
    sample_weight : array or column of Dask, optional
    """
    if not _is_lazy(X):
        weights = {} if sample_weight is None else {"sample_weight": sample_weight}
        return super(self._own_class, self).score(X, y, **weights)
    check_is_fitted(self, "_model")
    is_judged = is_classifier(self) or is_regressor(self)
    if is_judged and y is None:
        raise ValueError("there is nothing to score by: give y")
    pieces = _pieces(X, "X")
    nothing = [None] * len(pieces)
    truth = (_like_rows(X, y, "y") if is_judged else None) or nothing
    weights = _like_rows(X, sample_weight, "sample_weight") or nothing
    here = delayed(_plain(self), pure=False)
    parts = [delayed(_answered, pure=False)(here, *each) for each in zip(pieces, truth, weights)]
    if is_regressor(self):
        sums = [delayed(_of_numbers)(each) for each in parts]
        terms, sign, from_one = [delayed(_squares)(each, sums) for each in parts], -1, True
    else:
        terms = [delayed(_right if is_judged else _far)(each) for each in parts]
        sign, from_one = (1 if is_judged else -1), False
    return da.from_delayed(delayed(_ratio)(terms, sign, from_one), shape=(), dtype=np.float64)


_ANSWERS = ("predict", "predict_proba", "predict_log_proba", "decision_function", "transform", "distances", "project",
            "memberships", "standard_errors", "places")


def _fit_predict(self, X, y=None, **weights):
    """Learn, and tell the nearest unit of each row; of rows of Dask when that is computed."""
    fitted = self.fit(X, y, **weights)
    return fitted.predict(X) if _is_lazy(X) else fitted.labels_


def _of(cls):
    """The class of this module for one of the house."""
    parameters = list(inspect.signature(cls.__init__).parameters.values())
    client = inspect.Parameter("client", inspect.Parameter.KEYWORD_ONLY, default=None)
    signature = inspect.Signature([parameters[0], client, *parameters[1:]])

    def __init__(self, *, client=None, **keywords):
        cls.__init__(self, **keywords)
        self.client = client

    __init__.__signature__ = signature
    body = {"__init__": __init__, "__module__": __name__, "__doc__": cls.__doc__, "_in_memory": cls, "score": _score}
    body |= {name: _answering(cls, name) for name in _ANSWERS if inspect.isfunction(inspect.getattr_static(cls, name, None))}
    body |= {name: _learning_in_memory(cls, name)
             for name in ("go_on",) if inspect.isfunction(inspect.getattr_static(cls, name, None))}
    if hasattr(cls, "partial_fit"):
        body["partial_fit"] = available_if(_base._streams)(_learning_in_memory(cls, "partial_fit"))
    if not hasattr(cls, "score"):
        body.pop("score")
    if hasattr(cls, "fit_predict"):
        body["fit_predict"] = _fit_predict
    made = type(cls.__name__, (_OnCluster, cls), body)
    made._own_class = made
    return made


for _cls in _estimators.ESTIMATORS:
    globals()[_cls.__name__] = _of(_cls)

__all__ = [_cls.__name__ for _cls in _estimators.ESTIMATORS]


# Studies --------------------------------------------------------------------------------------------------------------


def _on_cluster(study):
    """A study of the house whose trainings are tasks of a cluster; results are those of one process."""

    @functools.wraps(study)
    def spread(*arguments, client=None, **keywords):
        client = _open_client(client)
        if any(_is_lazy(each) for each in arguments):
            raise TypeError(f"{study.__name__} sends all rows to each worker: give rows in memory, X.compute()")
        _demand_same_version(client)
        with tasks_elsewhere(functools.partial(_run_tasks, client)):
            return study(*arguments, **keywords)

    spread.__doc__ = f"{study.__doc__.rstrip()}\n\n    Trainings are tasks of `client`, by default the current one of Dask.\n    "
    return spread


def _run_tasks(client, name, arguments):
    cluster = _Cluster(client)
    held = delayed(arguments, pure=False, traverse=False)
    kept = client.persist(held, retries=3)
    data = distributed.futures_of(kept)[0]

    def run(tasks):
        run_id = f"{time.time_ns():x}"
        futures = [client.submit(_studies.some_of_study, name, data, [task], retries=3, pure=False,
                                 key=(f"protea-{name}", f"{run_id}-{task}")) for task in tasks]
        return [result for results in cluster.gather(futures) for result in results]

    return run


compare, tune, curve, stability = map(_on_cluster, (_house.compare, _house.tune, _house.curve, _house.stability))
__all__ += ["compare", "tune", "curve", "stability"]
