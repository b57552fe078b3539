"""Training on the workers of a Dask cluster, to the same bytes as in one process.

Every estimator of the house is here under its name, with a `client` beside its keywords. `fit` takes arrays and frames of
Dask; `predict` and the like answer partition by partition, when the answer is computed.
"""

import copy
import functools
import inspect
import itertools
import numbers
import os
import time
import warnings

import numpy as np
from sklearn.base import is_classifier, is_regressor
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets

try:
    import distributed
    from dask.delayed import delayed

    from . import _cluster_answers as _answers
    from ._cluster import Cluster, demand_same_version, open_client
    from ._cluster_rows import Rows, is_lazy
except ImportError as error:
    raise ImportError("protea.dask needs dask and distributed: pip install 'protea[dask]'") from error

from . import _base, _core, _estimators, _house, _studies
from ._parts import OwnDissimilarity, OwnRule
from ._studies import tasks_elsewhere

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


def _demand_shareable(estimator, settings):
    _core.demand_method(estimator._method, settings)
    try:
        if isinstance(estimator, _base.Embedding):
            raise ValueError(f"{estimator._method} learns from all rows at once, and these rows are in several processes")
        _core.demand_elsewhere(estimator._method, settings)
    except ValueError as error:
        raise type(error)(f"{error}: fit it on rows in memory; its answers are given for partitions all the same") from None
    for part in ("rule", "dissimilarity"):
        if isinstance(getattr(estimator, part, None), (OwnRule, OwnDissimilarity)):
            raise ValueError(f"{part}: a function of this process is not known to the workers; use a part of the catalogue")


def _demand_plan(checkpoint, every, resume):
    if isinstance(every, bool) or not isinstance(every, numbers.Integral) or every < 1:
        raise ValueError(f"every={every!r}: must be a number of epochs, 1 at least")
    if resume and checkpoint is None:
        raise ValueError("resume=True goes on from a file: give checkpoint")
    if checkpoint is not None and not os.access(folder := os.path.dirname(os.path.abspath(checkpoint)), os.W_OK):
        raise ValueError(f"checkpoint={os.fspath(checkpoint)!r}: nothing can be written to {folder}")


@_base.whole_or_not_at_all
def _fit(self, X, y, sample_weight, checkpoint, every, resume):
    settings = self._settings()   # once: a seed may be drawn
    _demand_shareable(self, settings)
    _demand_plan(checkpoint, every, resume)
    client = open_client(self.client)
    demand_same_version(client)
    learns_classes = is_classifier(self)
    is_supervised = learns_classes or is_regressor(self)
    if is_supervised and y is None:
        raise ValueError(f"there are no {'labels' if learns_classes else 'numbers'} to learn from: give y")
    rows = Rows(self, client, X, y if is_supervised else None, sample_weight)
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
            self._method, settings, rows.head(), rows.has_weights, rows.asking(label), self._threads(), after,
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


# Estimators -----------------------------------------------------------------------------------------------------------


class _OnCluster:
    """What every estimator of this module does with arrays and frames of Dask; others it treats as in memory."""

    _in_memory = None

    def __getstate__(self):
        return {**super().__getstate__(), "client": None}

    def __getattr__(self, name):
        if name == "labels_" and "_model" in self.__dict__:
            raise AttributeError("labels_ of rows of a cluster are not kept: predict(X) tells the unit of each row")
        return super().__getattribute__(name)   # which says why there is none

    def _rows(self, X):
        if is_lazy(X):
            raise TypeError("these rows are on a cluster, and this looks at rows in memory: give a part of them, X.partitions[i].compute()")
        return super()._rows(X)

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
        if is_lazy(X):
            return _fit(self, X, y, sample_weight, checkpoint, every, resume)
        for what, values in (("y", y), ("sample_weight", sample_weight)):
            if is_lazy(values):
                raise TypeError(f"{what} is on a cluster, and X in memory: give both as Dask has them, or {what}.compute()")
        if checkpoint is not None or resume:
            raise ValueError("checkpoints are for rows of Dask: in memory use the command line, protea train --checkpoint")
        arguments = () if y is None else (y,)
        weights = {} if sample_weight is None else {"sample_weight": sample_weight}
        return super().fit(X, *arguments, **weights)


def _learning_in_memory(cls, name):
    original = getattr(cls, name)

    @functools.wraps(original)
    def learn(self, X, *arguments, **keywords):
        if is_lazy(X):
            raise ValueError(f"{name} learns from rows in memory: give it one partition after the other, X.partitions[i].compute()")
        return original(self, X, *arguments, **keywords)

    return learn


_ANSWERS = ("predict", "predict_proba", "predict_log_proba", "decision_function", "transform", "distances", "project",
            "memberships", "standard_errors", "places")


def _fit_predict(self, X, y=None, **weights):
    """Learn, and tell the nearest unit of each row; of rows of Dask when that is computed."""
    fitted = self.fit(X, y, **weights)
    return fitted.predict(X) if is_lazy(X) else fitted.labels_


def _of(cls):
    """The class of this module for one of the house."""
    parameters = list(inspect.signature(cls.__init__).parameters.values())
    client = inspect.Parameter("client", inspect.Parameter.KEYWORD_ONLY, default=None)
    signature = inspect.Signature([parameters[0], client, *parameters[1:]])

    def __init__(self, *, client=None, **keywords):
        cls.__init__(self, **keywords)
        self.client = client

    __init__.__signature__ = signature
    body = {"__init__": __init__, "__module__": __name__, "__doc__": cls.__doc__, "_in_memory": cls, "score": _answers.score}
    body |= {name: _answers.answering(cls, name) for name in _ANSWERS if inspect.isfunction(inspect.getattr_static(cls, name, None))}
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


def load(path, *, client=None):
    """An estimator from a model file, as `protea.load` has it, that answers arrays and frames of Dask."""
    found = _house.load(path)
    made = globals()[type(found).__name__](client=client)
    made.__dict__.update({name: value for name, value in found.__dict__.items() if name != "client"})
    return made


__all__.append("load")

# Studies --------------------------------------------------------------------------------------------------------------


def _on_cluster(study):
    """A study of the house whose trainings are tasks of a cluster; results are those of one process."""

    @functools.wraps(study)
    def spread(*arguments, client=None, **keywords):
        client = open_client(client)
        if any(is_lazy(each) for each in (*arguments, *keywords.values())):
            raise TypeError(f"{study.__name__} sends all rows to each worker: give rows in memory, X.compute()")
        demand_same_version(client)
        with tasks_elsewhere(functools.partial(_run_tasks, client)):
            return study(*arguments, **keywords)

    spread.__doc__ = f"{study.__doc__.rstrip()}\n\n    Trainings are tasks of `client`, by default the current one of Dask.\n    "
    return spread


def _run_tasks(client, name, arguments):
    cluster = Cluster(client)
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
