"""Pictures of models and results; matplotlib is needed here and nowhere else.

Every function draws on `ax`, or on the current axes, and returns it. Markers and line styles tell things apart too, so
that a picture is legible in grey.
"""

import numpy as np

from . import _house

_MARKERS = "osD^vP*XhH"
_LINES = ["-", "--", ":", "-."]


def _axes(ax, **options):
    try:
        import matplotlib.pyplot as pyplot
    except ImportError as error:
        raise ImportError("protea.plot needs matplotlib: pip install 'protea[plot]'") from error
    return pyplot.subplots(**options)[1] if ax is None else ax


def _feature_names(estimator):
    names = getattr(estimator, "feature_names_in_", None)
    return list(estimator._model.feature_names if names is None else names)


def relevances(estimator, ax=None):
    """The relevance profile: the diagonal of Λ, a bar for each feature."""
    ax = _axes(ax)
    values, names = estimator.relevances_, _feature_names(estimator)
    ax.bar(range(len(values)), values, color="0.5", edgecolor="black")
    if len(names) <= 30:
        ax.set_xticks(range(len(names)), names, rotation=90 if len(names) > 6 else 0)
    else:
        ax.set_xlabel("feature")
    ax.set_ylabel("relevance")
    return ax


def relevance_matrix(estimator, ax=None, diagonal=False):
    """The matrix Λ; its diagonal, which outshines the rest, only where asked for."""
    ax = _axes(ax)
    values, names = estimator.lambda_.copy(), _feature_names(estimator)
    if not diagonal:
        np.fill_diagonal(values, 0)
    limit = np.abs(values).max() or 1
    image = ax.imshow(values, cmap="RdBu_r", vmin=-limit, vmax=limit)
    ax.figure.colorbar(image, ax=ax, label="Λ" if diagonal else "Λ off the diagonal")
    if len(names) <= 30:
        ax.set_xticks(range(len(names)), names, rotation=90)
        ax.set_yticks(range(len(names)), names)
    return ax


def eigenvalues(estimator, ax=None):
    """The spectrum of Λ."""
    ax = _axes(ax)
    values = estimator.eigenvalues_
    ax.bar(range(1, len(values) + 1), values, color="0.5", edgecolor="black")
    ax.set_xlabel("direction")
    ax.set_ylabel("eigenvalue of Λ")
    return ax


def projection(estimator, X, y, ax=None, regions=True, resolution=150):
    """Rows and prototypes on the two leading directions of Λ, with the regions of the answers there.

    A region shows the class of the nearest prototype in the plane; what the other directions add to distances is
    left out.
    """
    ax = _axes(ax)
    places, prototypes = estimator.project(X, 2), estimator._model.projection(estimator.prototypes_, 2)
    classes, y = estimator.classes_, np.asarray(y)
    everything = np.vstack([places, prototypes])
    low, high = everything.min(axis=0), everything.max(axis=0)
    pad = 0.05 * (high - low)
    low, high = low - pad, high + pad
    labels = np.searchsorted(classes, estimator.prototype_labels_)
    if regions:
        across, up = (np.linspace(low[i], high[i], resolution) for i in (0, 1))
        grid = np.stack(np.meshgrid(across, up), axis=-1)
        nearest = ((grid[:, :, None, :] - prototypes) ** 2).sum(axis=-1).argmin(axis=-1)
        colors = [f"C{c % 10}" for c in range(len(classes))]
        ax.contourf(across, up, labels[nearest], levels=np.arange(len(classes) + 1) - 0.5, colors=colors, alpha=0.2)
    for c, name in enumerate(classes):
        rows = places[y == name]
        ax.scatter(*rows.T, s=14, color=f"C{c % 10}", marker=_MARKERS[c % len(_MARKERS)], label=str(name), alpha=0.8)
    ax.scatter(*prototypes.T, s=140, marker="*", c="white", edgecolors="black", linewidths=1.5, label="prototypes")
    ax.set_xlim(low[0], high[0])
    ax.set_ylim(low[1], high[1])
    ax.set_xlabel("first direction of Λ")
    ax.set_ylabel("second direction of Λ")
    ax.legend()
    return ax


def prototypes(estimator, ax=None):
    """Prototypes as curves over the features."""
    ax = _axes(ax)
    labels = getattr(estimator, "prototype_labels_", np.arange(len(estimator.prototypes_)))
    for k, (row, label) in enumerate(zip(estimator.prototypes_, labels)):
        ax.plot(row, _LINES[k % len(_LINES)], marker=_MARKERS[k % len(_MARKERS)], markersize=4, label=str(label))
    names = _feature_names(estimator)
    if len(names) <= 30:
        ax.set_xticks(range(len(names)), names, rotation=90 if len(names) > 6 else 0)
    else:
        ax.set_xlabel("feature")
    ax.set_ylabel("value")
    if len(labels) <= 12:
        ax.legend()
    return ax


def roc(estimator, X, y, ax=None, positive=None):
    """The receiver operating characteristic of two classes, or of one against all others."""
    from sklearn.metrics import auc, roc_curve

    ax = _axes(ax)
    positive = estimator.classes_[-1] if positive is None else positive
    place = list(estimator.classes_).index(positive)
    false, true, _ = roc_curve(np.asarray(y) == positive, estimator.predict_proba(X)[:, place])
    ax.plot(false, true, "k-", label=f"{positive}: AUC {auc(false, true):.3f}")
    ax.plot([0, 1], [0, 1], ":", color="0.5")
    ax.set_xlabel("false positive rate")
    ax.set_ylabel("true positive rate")
    ax.legend(loc="lower right")
    return ax


def history(estimator, ax=None):
    """The cost after each epoch of the training."""
    ax = _axes(ax)
    ax.plot(range(1, len(estimator.history_) + 1), estimator.history_, "k-")
    ax.set_xlabel("epoch")
    ax.set_ylabel("cost")
    return ax


def curve(points, ax=None):
    """Training and test error of `protea.curve`, with deviations over the folds."""
    ax = _axes(ax)
    try:
        values = [float(each["value"]) for each in points]
    except ValueError:
        values = range(len(points))
        ax.set_xticks(values, [each["value"] for each in points])
    for name, style in (("training_error", "k--s"), ("test_error", "k-o")):
        means, deviations = (np.array([each[name][key] for each in points]) for key in ("mean", "deviation"))
        ax.errorbar(values, means, deviations, fmt=style, capsize=3, markersize=4, label=name.replace("_", " "))
    ax.set_ylabel("error")
    ax.legend()
    return ax


def margins(estimator, X, y, ax=None):
    """The share of rows whose hypothesis margin, or distance to a plane, is below each value."""
    ax = _axes(ax)
    found = _house.margins(estimator, X, y)
    kind = "hypothesis" if "hypothesis" in found else "sample"
    values = np.sort(found[kind])
    ax.step(values, np.arange(1, len(values) + 1) / len(values), "k-", where="post")
    ax.axvline(0, linestyle=":", color="0.5")
    ax.set_xlabel(f"{kind} margin")
    ax.set_ylabel("share of rows below")
    return ax


def reject(estimator, X, y, ax=None):
    """Accuracy of the rows that keep their answer, against the share that is rejected."""
    ax = _axes(ax)
    found = _house.reject(estimator, X, y)
    ax.plot(1 - found["coverage"], found["accuracy"], "k-")
    ax.set_xlabel("rejected")
    ax.set_ylabel("accuracy of the rest")
    return ax


def confusion(estimator, X, y, ax=None):
    """How many rows of each class got which answer."""
    from sklearn.metrics import confusion_matrix

    ax = _axes(ax)
    counts = confusion_matrix(y, estimator.predict(X), labels=estimator.classes_)
    ax.imshow(counts, cmap="Greys", vmin=0)
    for i, row in enumerate(counts):
        for j, count in enumerate(row):
            ax.text(j, i, count, ha="center", va="center", color="white" if 2 * count > counts.max() else "black")
    ax.set_xticks(range(len(counts)), estimator.classes_)
    ax.set_yticks(range(len(counts)), estimator.classes_)
    ax.set_xlabel("answer")
    ax.set_ylabel("class")
    return ax


def _on_grid(values, label, ax, cmap="Greys"):
    image = ax.imshow(values, cmap=cmap, origin="upper")
    ax.figure.colorbar(image, ax=ax, label=label)
    ax.set_xticks([])
    ax.set_yticks([])
    return ax


def u_matrix(estimator, ax=None):
    """Mean distances of units to their neighbours: ridges between groups are dark."""
    return _on_grid(estimator.u_matrix_, "distance to neighbours", _axes(ax))


def component_plane(estimator, feature, ax=None):
    """A feature, by name or number, over the grid of a map."""
    name = feature if isinstance(feature, str) else _feature_names(estimator)[feature]
    return _on_grid(estimator.component_planes_[name], name, _axes(ax), "viridis")


def hits(estimator, ax=None):
    """How many rows each unit of a map has won."""
    ax = _axes(ax)
    counts = np.atleast_2d(estimator.hits_)
    _on_grid(counts, "rows won", ax)
    if counts.size <= 200:
        for i, row in enumerate(counts):
            for j, count in enumerate(row):
                ax.text(j, i, f"{count:g}", ha="center", va="center", fontsize=7,
                        color="white" if 2 * count > counts.max() else "black")
    return ax


def learning_curve(found, ax=None, label=None):
    """The generalization error of `protea.dynamics` against α, with that of the best hyperplane."""
    ax = _axes(ax)
    ax.plot(found["alpha"], found["error"], "k-", label=label or "generalization error")
    ax.axhline(found["best_error"], linestyle=":", color="0.4", label="best hyperplane")
    ax.set_xlabel("α, samples per dimension")
    ax.set_ylabel("ε")
    ax.legend()
    return ax
