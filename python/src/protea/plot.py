"""Pictures of models and results; matplotlib is needed here and nowhere else.

Every function draws on `ax`, or on axes of its own, and returns them. Markers, line styles and signs tell things apart
too, so that a picture is legible in grey.
"""

import numpy as np

from . import _house
from ._containers import column_of

_MARKERS = "osD^vP*XhH"
_LINES = ["-", "--", ":", "-."]
_MANY = 30   # features or classes, beyond which no names are written
_PALE = "pale"   # shades of grey that marks stand out of
_GREY = {"color": "0.6", "edgecolor": "black", "linewidth": 0.6}


def _axes(ax, **options):
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as pyplot
    except ImportError as error:
        raise ImportError("protea.plot needs matplotlib: pip install 'protea[plot]'") from error
    return pyplot.subplots(layout="constrained", **options)[1]


def _legend(ax, **options):
    """Beside the data where the layout makes room for it, else where it covers least of them."""
    if ax.get_figure().get_layout_engine() is None:
        ax.legend(**options)
    else:
        ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0, **options)


def _whole_ticks(axis):
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))


# Features -------------------------------------------------------------------------------------------------------------


def _feature_names(estimator, names=None):
    if names is None:
        names = getattr(estimator, "feature_names_in_", None)
    names = [str(each) for each in (estimator._model.feature_names if names is None else names)]
    if len(names) != len(estimator._model.feature_names):
        raise ValueError(f"names has {len(names)} of them for {len(estimator._model.feature_names)} features")
    return names


def _places_of(names):
    """Where features stand on an axis: at the numbers that are their names, as those of spectra, else at 1, 2, …"""
    try:
        places = np.array([float(name) for name in names])
    except ValueError:
        return np.arange(1, len(names) + 1), False
    are_ordered = np.all(np.diff(places) > 0) or np.all(np.diff(places) < 0)
    return (places, True) if are_ordered else (np.arange(1, len(names) + 1), False)


def _width_of(places):
    return 0.8 * np.abs(np.diff(places)).min() if len(places) > 1 else 0.8


def _name_features(ax, names):
    """Ticks along the x axis; upright where the names would run into each other."""
    if len(names) > _MANY:
        ax.set_xlabel("feature")
        return
    is_narrow = sum(len(name) + 2 for name in names) > 70
    ax.set_xticks(range(1, len(names) + 1), names, rotation=90 if is_narrow else 0)


def relevances(estimator, ax=None, names=None):
    """The relevance profile: the diagonal of Λ, a bar for each feature.

    Names that are numbers, as those of spectra, are the x axis; words stand beside bars that lie. `names` stands for
    those of the model.
    """
    values, names = estimator.relevances_, _feature_names(estimator, names)
    places, are_numbers = _places_of(names)
    if are_numbers or len(names) > _MANY:
        ax = _axes(ax)
        ax.bar(places, values, _width_of(places), **_GREY)
        ax.set_xlabel("feature")
        ax.set_ylabel("relevance")
        return ax
    ax = _axes(ax, figsize=(6.4, max(2.4, 1 + 0.22 * len(names))))
    ax.barh(places, values, **_GREY)
    ax.set_yticks(places, names)
    ax.set_ylim(len(names) + 0.7, 0.3)
    ax.set_xlabel("relevance")
    return ax


def relevance_matrix(estimator, ax=None, diagonal=False, names=None):
    """The matrix Λ; its diagonal, which outshines the rest, only where asked for.

    Red is positive and blue negative; − marks negative numbers that are not small.
    """
    values, names = estimator.lambda_.copy(), _feature_names(estimator, names)
    ax = _axes(ax, figsize=(8, 7) if 15 < len(names) <= _MANY else None)
    if not diagonal:
        np.fill_diagonal(values, 0)
    limit = np.abs(values).max() or 1
    image = ax.imshow(values, cmap="RdBu_r", vmin=-limit, vmax=limit)
    _color_bar(ax, image, "Λ" if diagonal else "Λ off the diagonal")
    if len(names) <= _MANY:
        size = 10 if len(names) <= 15 else 7
        ax.set_xticks(range(len(names)), names, rotation=90, fontsize=size)
        ax.set_yticks(range(len(names)), names, fontsize=size)
        for i, j in np.argwhere(values < -0.1 * limit):
            ax.text(j, i, "−", ha="center", va="center", fontsize=1.6 * size, fontweight="bold",
                    color="white" if values[i, j] < -0.6 * limit else "black")
    else:
        ax.set_xlabel("feature")
        ax.set_ylabel("feature")
        signs = [-0.2 * limit, 0.2 * limit]
        ax.contour(values, levels=signs, colors="black", linewidths=0.6, linestyles=["--", "-"])
    return ax


def eigenvalues(estimator, ax=None):
    """The spectrum of Λ: how many directions the metric looks along."""
    ax = _axes(ax)
    values = estimator.eigenvalues_
    ax.bar(range(1, len(values) + 1), values, **_GREY)
    _whole_ticks(ax.xaxis)
    ax.set_xlabel("direction")
    ax.set_ylabel("eigenvalue of Λ")
    return ax


# Rows and prototypes --------------------------------------------------------------------------------------------------


def _color(c):
    return f"C{c % 10}"


def _marker(c):
    return _MARKERS[c % len(_MARKERS)]


def projection(estimator, X, y, ax=None, regions=True, resolution=150):
    """Rows and prototypes on the two leading directions of Λ, with the regions of the answers there.

    A region shows the class of the nearest prototype in the plane; what the other directions add to distances is
    left out.
    """
    places, prototypes = estimator.project(X, 2), estimator._model.projection(estimator.prototypes_, 2)
    ax = _axes(ax)
    classes, y = estimator.classes_, np.asarray(column_of(y))
    everything = np.vstack([places, prototypes])
    low, high = everything.min(axis=0), everything.max(axis=0)
    pad = np.maximum(0.05 * (high - low), 1e-12)
    low, high = low - pad, high + pad
    labels = np.searchsorted(classes, estimator.prototype_labels_)
    if regions:
        _regions(ax, low, high, prototypes, labels, resolution)
    for c, name in enumerate(classes):
        rows = places[y == name]
        ax.scatter(*rows.T, s=16, color=_color(c), marker=_marker(c), label=str(name), alpha=0.85, linewidths=0)
    star = {"s": 190, "marker": "*", "edgecolors": "black", "linewidths": 1.2, "zorder": 3}
    ax.scatter(*prototypes.T, c=[_color(c) for c in labels], **star)
    ax.scatter([], [], c="white", label="prototypes", **star)
    ax.set_xlim(low[0], high[0])
    ax.set_ylim(low[1], high[1])
    ax.set_xlabel("first direction of Λ")
    ax.set_ylabel("second direction of Λ")
    _legend(ax)
    return ax


def _regions(ax, low, high, prototypes, labels, resolution):
    across, up = (np.linspace(low[i], high[i], resolution) for i in (0, 1))
    d = sum((each[..., None] - prototypes[:, i]) ** 2 for i, each in enumerate(np.meshgrid(across, up)))
    for c in np.unique(labels):
        own, others = (d[..., which].min(axis=-1, initial=np.inf) for which in (labels == c, labels != c))
        lead = np.maximum(own - others, -d.max())   # below 0 where the nearest is of the class: a smooth border
        ax.contourf(across, up, lead, levels=[-2 * d.max(), 0], colors=[_color(c)], alpha=0.15)
        ax.contour(across, up, lead, levels=[0], colors="0.3", linewidths=0.7)


def prototypes(estimator, ax=None, classes=None, names=None, shape=None, units="data"):
    """Prototypes as curves over the features, or as pictures.

    Parameters
    ----------
    classes : list, optional
        Show the prototypes of these classes alone.
    names : list, optional
        Names of the features, in place of those of the model; numbers are the x axis.
    shape : (int, int), optional
        Rows and columns of the pictures that the features are the pixels of.
    units : {"data", "model"}
        Those of the data, or those that the model has scaled them to, in which features are of one size.
    """
    if units not in ("data", "model"):
        raise ValueError(f"units={units!r}: must be 'data' or 'model'")
    rows = estimator.prototypes_ if units == "data" else estimator.parts_["prototypes_model_units"]
    labels = np.asarray(getattr(estimator, "prototype_labels_", np.arange(len(rows))))
    if classes is not None:
        chosen = np.isin(labels, classes)
        if not chosen.any():
            raise ValueError(f"no prototype is of any of the classes {list(classes)}")
        rows, labels = rows[chosen], labels[chosen]
    if shape is not None:
        return _pictures(rows, labels, shape, ax)
    ax = _axes(ax)
    names = _feature_names(estimator, names)
    places, are_numbers = _places_of(names)
    known = list(dict.fromkeys(labels.tolist()))
    every = max(1, len(names) // 8) if len(names) > _MANY else 1
    for k, label in enumerate(labels.tolist()):
        c = known.index(label)
        ax.plot(places, rows[k], _LINES[c % len(_LINES)], color=_color(c), marker=_marker(c), markersize=4,
                markevery=(c * every // len(known), every), label=f"_{k}" if label in labels[:k] else str(label))
    if not are_numbers:
        _name_features(ax, names)
    else:
        ax.set_xlabel("feature")
    ax.set_ylabel("value" if units == "data" else "value in units of the model")
    if len(known) <= 12:
        _legend(ax)
    return ax


def _pictures(rows, labels, shape, ax):
    height, width = shape
    if height * width != rows.shape[1]:
        raise ValueError(f"shape={tuple(shape)} has {height * width} pixels, and there are {rows.shape[1]} features")
    known = list(dict.fromkeys(labels.tolist()))
    if 1 < len(known) <= 12 and len(known) < len(rows):   # a column for each class
        at = [(labels[:k].tolist().count(label), known.index(label)) for k, label in enumerate(labels.tolist())]
    else:
        across = int(np.ceil(np.sqrt(2 * len(rows) * height / width)))
        at = [divmod(k, across) for k in range(len(rows))]
    down, across = (1 + max(each[i] for each in at) for i in (0, 1))
    ax = _axes(ax, figsize=(6.4, 6.4 * down * (height + 3) / (across * (width + 1))))
    sheet = np.full((down * (height + 3), across * (width + 1)), np.nan)
    for (i, j), row, label in zip(at, rows, labels):
        top, left = i * (height + 3) + 2, j * (width + 1)
        sheet[top : top + height, left : left + width] = row.reshape(shape)
        ax.text(left + (width - 1) / 2, top - 0.7, str(label), ha="center", va="bottom", fontsize=9)
    ax.imshow(sheet, cmap="Greys")
    ax.set_axis_off()
    return ax


# Answers --------------------------------------------------------------------------------------------------------------


def _line(ax, x, y, label, **options):
    """A black line that differs from those before it, with a mark where a single point would not be seen."""
    style = _LINES[len([each for each in ax.lines if each.get_label()[:1] != "_"]) % len(_LINES)]
    return ax.plot(x, y, style, color="black", marker="o" if len(x) < 3 else None, label=label, **options)


def _has(ax, label):
    return any(line.get_label() == label for line in ax.lines)


def roc(estimator, X, y, ax=None, positive=None):
    """The receiver operating characteristic of two classes, or of one against all others."""
    from sklearn.metrics import auc, roc_curve

    scores = estimator.predict_proba(X)
    ax = _axes(ax)
    positive = estimator.classes_[-1] if positive is None else positive
    if positive not in estimator.classes_:
        raise ValueError(f"positive={positive!r} is none of the classes {list(estimator.classes_)}")
    place = list(estimator.classes_).index(positive)
    false, true, _ = roc_curve(np.asarray(column_of(y)) == positive, scores[:, place])
    if not _has(ax, "_chance"):
        ax.plot([0, 1], [0, 1], ":", color="0.5", label="_chance")
    _line(ax, false, true, f"{positive}: AUC {auc(false, true):.3f}")
    ax.set_aspect("equal")
    ax.set_xlabel("false positive rate")
    ax.set_ylabel("true positive rate")
    ax.legend(loc="lower right")
    return ax


def history(estimator, ax=None, label=None):
    """The cost after each epoch of the training, and of rows that were held out (`validation=`), as if there were as many.

    Calls on the same axes compare trainings, by their `label`.
    """
    ax = _axes(ax)
    costs = estimator.history_
    if len(costs) == 0:
        raise ValueError(f"this {type(estimator).__name__} has seen no epoch of training: it has no history to draw")
    held_out = getattr(estimator, "validation_history_", ())
    label = label or ("training" if len(held_out) else None)
    _line(ax, range(1, len(costs) + 1), costs, label or f"_{type(estimator).__name__}")
    if len(held_out):
        _line(ax, range(1, len(held_out) + 1), held_out, "held out" if label == "training" else f"{label}, held out")
    _whole_ticks(ax.xaxis)
    ax.set_xlabel("epoch")
    ax.set_ylabel("cost")
    if label:
        ax.legend()
    return ax


def curve(points, ax=None, label=None):
    """Training and test error of `protea.curve`, with deviations over the folds; `label` says over what."""
    ax = _axes(ax)
    points = list(points)
    if not points:
        raise ValueError("a curve needs one point at least")
    try:
        values = [float(each["value"]) for each in points]
    except ValueError:
        values = range(len(points))
        ax.set_xticks(values, [str(each["value"]) for each in points])
    for name, style in (("training_error", "k--s"), ("test_error", "k-o")):
        means, deviations = (np.array([each[name][key] for each in points], float) for key in ("mean", "deviation"))
        white = {"markerfacecolor": "white"} if name == "training_error" else {}
        ax.errorbar(values, means, deviations, fmt=style, capsize=3, markersize=5, label=name.replace("_", " "),
                    **white)
    ax.set_ylim(bottom=0)
    ax.set_xlabel(label or "value")
    ax.set_ylabel("error")
    ax.legend()
    return ax


def margins(estimator, X, y, ax=None, label=None):
    """The share of rows whose hypothesis margin, or distance to a plane, is below each value.

    What lies left of 0 is answered wrongly; calls on the same axes compare models, by their `label`.
    """
    found = _house.margins(estimator, X, y)
    ax = _axes(ax)
    kind = "hypothesis" if "hypothesis" in found else "sample"
    values = np.sort(found[kind])
    shares = np.arange(1, len(values) + 1) / len(values)
    _line(ax, values, shares, label or "_margins", drawstyle="steps-post")
    if not _has(ax, "_zero"):
        ax.axvline(0, linestyle=":", color="0.5", label="_zero")
    ax.set_ylim(0, 1.02)
    ax.set_xlabel(f"{kind} margin")
    ax.set_ylabel("share of rows below")
    if label:
        ax.legend()
    return ax


def reject(estimator, X, y, ax=None, label=None):
    """Accuracy of the rows that keep their answer, against the share that is rejected."""
    found = _house.reject(estimator, X, y)
    ax = _axes(ax)
    _line(ax, 1 - found["coverage"], found["accuracy"], label or "_reject")
    ax.set_xlabel("rejected")
    ax.set_ylabel("accuracy of the rest")
    if label:
        ax.legend()
    return ax


def confusion(estimator, X, y, ax=None):
    """How many rows of each class got which answer."""
    from sklearn.metrics import confusion_matrix

    answers = estimator.predict(X)
    ax = _axes(ax)
    counts = confusion_matrix(np.asarray(column_of(y)), answers, labels=estimator.classes_)
    ax.imshow(counts, cmap="Greys", vmin=0, vmax=max(1, counts.max()))
    for i, j in np.argwhere(counts > 0) if len(counts) > 5 else np.ndindex(counts.shape):
        is_dark = 2 * counts[i, j] > counts.max()
        ax.text(j, i, counts[i, j], ha="center", va="center", color="white" if is_dark else "black")
    words = [str(each) for each in estimator.classes_]
    is_narrow = sum(map(len, words)) > 40
    ax.set_xticks(range(len(counts)), words, rotation=90 if is_narrow else 0)
    ax.set_yticks(range(len(counts)), words)
    ax.set_xlabel("answer")
    ax.set_ylabel("class")
    return ax


# Maps -----------------------------------------------------------------------------------------------------------------


def _cells(estimator, rows, columns):
    """Middle and corners of each unit of a map, row by row from the top; hexagons where the lattice has them."""
    topology = estimator._shown().get("lattice", {}).get("topology")
    i, j = (each.ravel().astype(float) for each in np.indices((rows, columns)))
    if topology == "hexagon":
        middles = np.column_stack([j + 0.5 * (i % 2), i * np.sqrt(3) / 2])
        angles = np.pi * (np.arange(6) / 3 + 1 / 6)
        corners = np.column_stack([np.cos(angles), np.sin(angles)]) / np.sqrt(3)
    else:
        middles = np.column_stack([j, i])
        corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    return middles, middles[:, None, :] + corners


def _on_grid(estimator, values, label, ax, cmap="Greys"):
    """Numbers of units as cells of the grid in shades, or as bars along a chain: the axes, and the middles of cells."""
    values = np.atleast_2d(np.asarray(values, dtype=float))
    rows, columns = values.shape
    if rows == 1:
        ax = _axes(ax)
        ax.bar(range(1, columns + 1), values[0], **_GREY)
        _whole_ticks(ax.xaxis)
        ax.set_xlabel("unit")
        ax.set_ylabel(label)
        return ax, None
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import LinearSegmentedColormap

    middles, corners = _cells(estimator, rows, columns)
    width, height = np.ptp(corners, axis=(0, 1))
    ax = _axes(ax, figsize=(6.4, min(8, 5.3 * height / width + 0.5)))
    cmap = LinearSegmentedColormap.from_list("pale", ["1.0", "0.55"]) if cmap == _PALE else cmap
    cells = PolyCollection(corners, array=values.ravel(), cmap=cmap, edgecolors="0.7", linewidths=0.4, clip_on=False)
    ax.add_collection(cells)
    ax.autoscale_view()
    ax.margins(0.01)
    ax.set_aspect("equal")
    ax.invert_yaxis()
    ax.set_axis_off()
    _color_bar(ax, cells, label)
    return ax, middles


def _color_bar(ax, image, label):
    """As high as the axes are once their aspect has its way."""
    ax.get_figure().colorbar(image, cax=ax.inset_axes([1.03, 0, 0.04, 1]), label=label)


def u_matrix(estimator, ax=None):
    """Mean distances of units to their neighbours: ridges between groups are dark."""
    return _on_grid(estimator, estimator.u_matrix_, "distance to neighbours", ax)[0]


def component_plane(estimator, feature, ax=None, names=None):
    """A feature, by name or number, over the grid of a map."""
    planes, names = estimator.component_planes_, _feature_names(estimator, names)
    if isinstance(feature, str) and feature not in names:
        raise ValueError(f"there is no feature '{feature}': there are {', '.join(names[:_MANY])}")
    place = names.index(feature) if isinstance(feature, str) else feature
    return _on_grid(estimator, list(planes.values())[place], names[place], ax, "viridis")[0]


def hits(estimator, ax=None, labels=None):
    """How many rows each unit of a map has won.

    With `labels`, those of the rows of the training, a unit has the mark of the class it won most rows of: filled
    where it won no others, else hollow.
    """
    counts = np.atleast_2d(estimator.hits_)
    ax, middles = _on_grid(estimator, counts, "rows won", ax, "Greys" if labels is None else _PALE)
    if labels is not None:
        _mark_classes(estimator, counts, np.asarray(column_of(labels)), ax, middles)
    elif middles is not None and counts.size <= 200:
        for (x, y), count in zip(middles, counts.ravel()):
            if count:
                ax.text(x, y, f"{count:g}", ha="center", va="center", fontsize=8,
                        color="white" if 2 * count > counts.max() else "black")
    return ax


def _mark_classes(estimator, counts, labels, ax, middles):
    winners = getattr(estimator, "labels_", None)
    if winners is None:
        raise ValueError(f"{type(estimator).__name__} keeps no winners of its training to count labels of")
    if len(winners) != len(labels):
        raise ValueError(f"labels has {len(labels)} of them, and the training had {len(winners)} rows")
    classes, codes = np.unique(labels, return_inverse=True)
    table = np.zeros((counts.size, len(classes)), dtype=int)
    np.add.at(table, (winners, codes.ravel()), 1)
    is_chain = middles is None
    if is_chain:
        middles = np.column_stack([np.arange(1, counts.size + 1), counts.ravel() + 0.03 * counts.max()])
    most, is_won = table.argmax(axis=1), table.sum(axis=1) > 0
    is_pure = table.max(axis=1) == table.sum(axis=1)
    for c, name in enumerate(classes):
        pure, mixed = (middles[is_won & which & (most == c)] for which in (is_pure, ~is_pure))
        mark = {"s": 40, "marker": _marker(c), "zorder": 3, "clip_on": False}
        ax.scatter(*pure.T, facecolors=_color(c), edgecolors="white", linewidths=0.7, **mark)
        ax.scatter(*mixed.T, facecolors="white", edgecolors=_color(c), linewidths=1.5, **mark)
        ax.scatter([], [], s=40, marker=_marker(c), color=_color(c), label=str(name))
    if is_chain:
        _legend(ax)
    else:
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0), ncols=min(len(classes), 5), frameon=False)


# Theory ---------------------------------------------------------------------------------------------------------------


def learning_curve(found, ax=None, label=None):
    """The generalization error of `protea.dynamics` against α, with that of the best hyperplane."""
    ax = _axes(ax)
    _line(ax, found["alpha"], found["error"], label or "this rule")
    if not _has(ax, "_best"):
        ax.axhline(found["best_error"], linewidth=0.8, color="0.6", label="_best", zorder=1)
        ax.annotate("best hyperplane", (1, found["best_error"]), (-4, 3), xycoords=("axes fraction", "data"),
                    textcoords="offset points", ha="right", fontsize=9, color="0.4")
    ax.set_xlabel("α, samples per dimension")
    ax.set_ylabel("generalization error ε")
    ax.legend()
    return ax
