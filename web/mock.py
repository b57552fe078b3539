"""Writes documents as `protea report` does, from real data, for tests and while working on the page.

Usage: PYTHONPATH=build/dev/python python web/mock.py DIRECTORY [NAME…]
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
import protea
from sklearn.model_selection import StratifiedKFold, cross_val_predict


def rounded(value, digits=4):
    """Numbers with the digits that a picture shows; NaN and infinities are missing."""
    if isinstance(value, dict):
        return {key: rounded(each, digits) for key, each in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [rounded(each, digits) for each in value]
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        if not math.isfinite(value):
            return None
        short = float(f"{value:.{digits}g}")
        return int(short) if short.is_integer() and abs(short) < 1e15 else short
    return str(value) if isinstance(value, np.str_) else value


def numbers(label, **more):
    return {"label": label, "kind": "number", **more}


def names(label, list_of_names):
    return {"label": label, "kind": "names", "names": list(list_of_names)}


def plot(ident, title, caption, x, y, series, **more):
    return {
        "id": ident,
        "kind": "plot",
        "title": title,
        "caption": caption,
        "x": x,
        "y": y,
        "series": series,
        "table": None,
        **more,
    }


def section(ident, title, text, *figures):
    return {"id": ident, "title": title, "text": text, "figures": [each for each in figures if each]}


def index_of(classes):
    return {str(name): c for c, name in enumerate(classes)}


class Study:
    """A model, its data, and what several figures need of both."""

    def __init__(self, name, estimator, X, y, features, shown=None, folds=10):
        self.name, self.X, self.y, self.features = name, X, y, list(features)
        self.model = estimator.fit(X, y)
        self.classes = [str(each) for each in self.model.classes_]
        self.place = index_of(self.classes)
        self.labels = np.array([self.place[str(each)] for each in y])
        self.owners = [self.place[str(each)] for each in self.model.prototype_labels_]
        self.answers = np.array([self.place[str(each)] for each in self.model.predict(X)])
        self.scores = self.model.predict_proba(X)
        self.rows = (
            np.arange(len(X)) if shown is None or shown >= len(X) else np.linspace(0, len(X) - 1, shown).astype(int)
        )
        self.row_of = {int(row): at for at, row in enumerate(self.rows)}
        self.folds = folds
        if folds:
            split = StratifiedKFold(folds, shuffle=True, random_state=1)
            answers = cross_val_predict(estimator.__class__(**estimator.get_params()), X, y, cv=split)
            right = answers == y
            parts = [right[test].mean() for _, test in split.split(X, y)]
            self.accuracy, self.deviation = np.mean(parts), np.std(parts, ddof=1)

    def confusion(self):
        n = len(self.classes)
        counts = np.zeros((n, n), int)
        np.add.at(counts, (self.labels, self.answers), 1)
        cells = [
            [
                [self.row_of[r] for r in np.flatnonzero((self.labels == i) & (self.answers == j)) if r in self.row_of]
                for j in range(n)
            ]
            for i in range(n)
        ]
        return {
            "id": "confusion",
            "kind": "matrix",
            "title": "Which class is taken for which",
            "caption": "Rows are classes, columns the answers of the model; what is off the diagonal is wrong. "
            "Choose a cell to list its samples.",
            "rows": self.classes,
            "columns": self.classes,
            "values": counts,
            "scale": "sequential",
            "unit": "samples",
            "x": "answer",
            "y": "class",
            "shows_values": True,
            "samples": cells,
            "table": None,
        }

    def roc(self, positive):
        score, truth = self.scores[:, positive], self.labels == positive
        order = np.argsort(-score, kind="stable")
        last = np.r_[np.flatnonzero(np.diff(score[order])), len(order) - 1]
        true, false = np.cumsum(truth[order])[last], np.cumsum(~truth[order])[last]
        threshold = np.r_[np.inf, score[order][last]]
        tpr, fpr = np.r_[0, true / truth.sum()], np.r_[0, false / (~truth).sum()]
        corner = np.ones(len(tpr), bool)
        corner[1:-1] = (np.diff(tpr)[:-1] != 0) & (np.diff(fpr)[1:] != 0) | (np.abs(threshold[1:-1] - 0.5) < 0.05)
        start = int(np.argmin(np.abs(np.where(np.isfinite(threshold[corner]), threshold[corner], 9) - 0.5)))
        area = np.trapezoid(tpr, fpr)
        return {
            "id": "roc",
            "kind": "roc",
            "title": f"How well scores tell {self.classes[positive]} from the rest",
            "caption": f"Share of {self.classes[positive]} found against false alarms, for all thresholds of the "
            f"score. The area under the curve is {area:.3f}; 0.5 would be guessing.",
            "x": numbers("false alarms (1 − specificity)", low=0, high=1),
            "y": numbers("found (sensitivity)", low=0, high=1),
            "series": [
                {"name": "scores", "mark": "line", "x": fpr[corner], "y": tpr[corner]},
                {"name": "guessing", "mark": "line", "x": [0, 1], "y": [0, 1], "dashed": True},
            ],
            "threshold": threshold[corner],
            "start": start,
            "positive": positive,
            "counts": {"positive": int(truth.sum()), "negative": int((~truth).sum())},
            "table": None,
        }

    def calibration(self):
        best, right = self.scores.max(axis=1), self.answers == self.labels
        edges = np.linspace(1 / len(self.classes), 1, 9)
        bins = np.clip(np.digitize(best, edges) - 1, 0, 7)
        used = [b for b in range(8) if (bins == b).sum() >= 5]
        share = np.array([right[bins == b].mean() for b in used])
        n = np.array([(bins == b).sum() for b in used])
        deviation = np.sqrt(share * (1 - share) / n)
        return plot(
            "calibration",
            "Whether to trust the scores",
            "How often answers are right, against the score they have. Points on the dashed line would mean that "
            "a score of 0.8 is right in 8 of 10 cases.",
            numbers("score of the answer", low=float(edges[0]), high=1),
            numbers("share that is right", low=0, high=1),
            [
                {
                    "name": "answers",
                    "mark": "points",
                    "x": [best[bins == b].mean() for b in used],
                    "y": share,
                    "low": np.maximum(share - 2 * deviation, 0),
                    "high": np.minimum(share + 2 * deviation, 1),
                },
                {
                    "name": "as good as its scores",
                    "mark": "line",
                    "dashed": True,
                    "x": [float(edges[0]), 1],
                    "y": [float(edges[0]), 1],
                },
            ],
        )

    def relevances(self):
        values = self.model.relevances_
        if 12 < len(values) <= 40:
            order = np.argsort(-values, kind="stable")
            return plot(
                "relevances",
                "Which features matter",
                "The diagonal of Λ, largest first: how much each feature counts in distances. All of them "
                "together are 1.",
                names("feature", [self.features[j] for j in order]),
                numbers("relevance", low=0),
                [{"name": "relevance", "mark": "bars", "y": values[order]}],
            )
        return plot(
            "relevances",
            "Which features matter",
            "The diagonal of Λ: how much each feature counts in distances. All of them together are 1.",
            names("feature", self.features),
            numbers("relevance", low=0),
            [{"name": "relevance", "mark": "bars", "x": list(range(len(values))), "y": values}],
        )

    def stability(self, resamples=20):
        random = np.random.default_rng(1)
        runs = []
        for _ in range(resamples):
            chosen = np.concatenate(
                [
                    random.choice(np.flatnonzero(self.labels == c), (self.labels == c).sum())
                    for c in range(len(self.classes))
                ]
            )
            params = self.model.get_params()
            runs.append(self.model.__class__(**params).fit(self.X[chosen], self.y[chosen]).relevances_)
        runs = np.array(runs)
        middle = np.median(runs, axis=0)
        low, high = np.quantile(runs, [0.05, 0.95], axis=0)
        order = np.argsort(-middle)
        ranks = (-runs).argsort(axis=1).argsort(axis=1)[:, order[:5]] < 5
        top = ", ".join(self.features[j] for j in order[:5])
        return section(
            "stability",
            "How stable that is",
            [
                f"The model was trained again on {resamples} resamples of the data. The leading features, {top}, "
                f"are among the first five in {100 * ranks.mean():.0f} % of the runs."
            ],
            plot(
                "stability-relevances",
                "Relevances over resamples",
                "Median and the range from 5 to 95 % of the resamples, largest first.",
                names("feature", [self.features[j] for j in order]),
                numbers("relevance", low=0),
                [
                    {
                        "name": "median",
                        "mark": "points",
                        "x": list(range(len(order))),
                        "y": middle[order],
                        "low": low[order],
                        "high": high[order],
                    }
                ],
            ),
            plot(
                "stability-ranks",
                "Ranks over resamples",
                "Median and range of the place that each feature takes; 1 is the most relevant.",
                names("feature", [self.features[j] for j in order]),
                numbers("rank", low=0, high=len(order)),
                [
                    {
                        "name": "median",
                        "mark": "points",
                        "x": list(range(len(order))),
                        **dict(
                            zip(
                                ("low", "y", "high"),
                                np.quantile((-runs).argsort(axis=1).argsort(axis=1) + 1, [0.05, 0.5, 0.95], axis=0)[
                                    :, order
                                ],
                            )
                        ),
                    }
                ],
            ),
        )

    def matrix(self):
        values = self.model.lambda_.copy()
        np.fill_diagonal(values, np.nan)
        return {
            "id": "lambda",
            "kind": "matrix",
            "title": "Which features work together",
            "caption": "Λ off its diagonal. Blue pairs count together in the same direction, orange ones against "
            "each other.",
            "rows": self.features,
            "columns": self.features,
            "values": rounded(values, 3),
            "scale": "diverging",
            "unit": "Λ",
            "shows_values": len(self.features) <= 8,
            "table": None,
        }

    def spectrum(self):
        values = self.model.eigenvalues_
        kept = values[: max(3, min(len(values), 12))]
        return plot(
            "spectrum",
            "How many directions matter",
            f"Eigenvalues of Λ. The first holds {100 * values[0] / values.sum():.0f} % of the sum, the first two "
            f"{100 * values[:2].sum() / values.sum():.0f} %.",
            names("direction", [str(k + 1) for k in range(len(kept))]),
            numbers("eigenvalue", low=0),
            [{"name": "eigenvalue", "mark": "bars", "y": kept}],
        )

    def projection(self, resolution=90):
        places = self.model.project(self.X, 2)
        prototypes = self.model._model.projection(self.model.prototypes_, 2)
        everything = np.vstack([places, prototypes])
        low, high = everything.min(axis=0), everything.max(axis=0)
        pad = 0.05 * (high - low)
        low, high = low - pad, high + pad
        across, up = (np.linspace(low[i], high[i], resolution, endpoint=False) for i in (0, 1))
        step = (high - low) / resolution
        grid = np.stack(np.meshgrid(across + step[0] / 2, up + step[1] / 2), axis=-1)
        nearest = ((grid[:, :, None, :] - prototypes) ** 2).sum(axis=-1).argmin(axis=-1)
        series = []
        for c, name in enumerate(self.classes):
            rows = [r for r in self.rows if self.labels[r] == c]
            series.append(
                {
                    "name": name,
                    "mark": "points",
                    "class": c,
                    "x": places[rows, 0],
                    "y": places[rows, 1],
                    "rows": [self.row_of[int(r)] for r in rows],
                }
            )
        for c, name in enumerate(self.classes):
            own = [k for k, owner in enumerate(self.owners) if owner == c]
            series.append(
                {"name": "prototypes", "mark": "star", "class": c, "x": prototypes[own, 0], "y": prototypes[own, 1]}
            )
        return plot(
            "projection",
            "The samples as the model sees them",
            "Samples and prototypes on the two leading directions of Λ; behind them the answer that is given "
            "there. Choose a sample to see why it got its answer.",
            numbers("first direction of Λ", low=low[0], high=high[0]),
            numbers("second direction of Λ", low=low[1], high=high[1]),
            series,
            regions={"x": across, "y": up, "class": [[self.owners[k] for k in row] for row in nearest]},
        )

    def first_direction(self):
        if len(self.classes) > 4:
            return None
        places = self.model.project(self.X, 1)[:, 0]
        edges = np.histogram_bin_edges(places, 30)
        middle = (edges[1:] + edges[:-1]) / 2
        return plot(
            "first-direction",
            "Samples along the first direction",
            "How many samples of each class lie where along the leading direction of Λ.",
            numbers("first direction of Λ"),
            numbers("samples", low=0),
            [
                {
                    "name": name,
                    "mark": "bars",
                    "class": c,
                    "x": middle,
                    "y": np.histogram(places[self.labels == c], edges)[0],
                }
                for c, name in enumerate(self.classes)
            ],
        )

    def prototypes(self):
        model, n = self.model, len(self.features)
        values, spectral = model.prototypes_, n == 100
        mean, deviation = self.X.mean(axis=0), self.X.std(axis=0)
        table = {
            "columns": ["feature", *[f"{self.classes[c]} {k + 1}" for k, c in enumerate(self.owners)]],
            "rows": [[name, *values[:, j]] for j, name in enumerate(self.features)],
        }
        if n > 40 and not spectral:
            return {
                "id": "prototypes",
                "kind": "matrix",
                "title": "What is typical",
                "caption": "Prototypes, one in each row, over the features in units of the data.",
                "rows": [self.classes[c] for c in self.owners],
                "columns": self.features,
                "values": values,
                "scale": "sequential",
                "table": table,
            }
        shown = values if spectral else (values - mean) / np.where(deviation > 0, deviation, 1)
        series, seen = [], {}
        for k, c in enumerate(self.owners):
            seen[c] = seen.get(c, 0) + 1
            several = self.owners.count(c) > 1
            series.append(
                {
                    "name": f"{self.classes[c]} {seen[c]}" if several else self.classes[c],
                    "class": c,
                    "mark": "line" if spectral else "bars",
                    "x": list(range(n)),
                    "y": shown[k],
                }
            )
        caption = (
            "Prototypes as spectra."
            if spectral
            else "Prototypes, in standard deviations from the mean of the data; the table has them in the units "
            "of the data."
        )
        return plot(
            "prototypes",
            "What is typical of each class",
            caption,
            names("channel" if spectral else "feature", self.features),
            numbers("absorbance" if spectral else "standard deviations from the mean"),
            series,
            table=None if spectral else table,
        )

    def margins(self):
        found = protea.margins(self.model, self.X, self.y)["hypothesis"]
        edges = np.histogram_bin_edges(found, 28)
        return plot(
            "margins",
            "How clear the answers are",
            f"Hypothesis margins; {100 * (found < 0).mean():.1f} % are below 0, which is wrong.",
            numbers("margin"),
            numbers("samples", low=0),
            [
                {
                    "name": "samples",
                    "mark": "bars",
                    "x": (edges[1:] + edges[:-1]) / 2,
                    "y": np.histogram(found, edges)[0],
                },
                {"name": "border", "mark": "rule", "vertical": True, "x": [0], "y": [], "dashed": True},
            ],
        )

    def rejection(self):
        found = protea.reject(self.model, self.X, self.y)
        return plot(
            "rejection",
            "What saying nothing would gain",
            "Accuracy of the answers that are kept, when the least sure ones are withheld.",
            numbers("share withheld", low=0),
            numbers("accuracy of the rest"),
            [{"name": "accuracy", "mark": "step", "x": 1 - found["coverage"], "y": found["accuracy"]}],
        )

    def history(self):
        cost = self.model.history_
        return plot(
            "history",
            "Training",
            "The cost after each epoch.",
            numbers("epoch", low=0),
            numbers("cost"),
            [{"name": "cost", "mark": "line", "x": list(range(1, len(cost) + 1)), "y": cost}],
        )

    def why(self):
        return {
            "id": "why",
            "kind": "choose",
            "title": "Choose a sample",
            "caption": "Contributions are parts of the difference between the two distances.",
            "table": None,
        }

    def samples(self):
        X = self.X[self.rows]
        reasons, radii = protea.explain(self.model, X), protea.certificates(self.model, X)["exact"]
        rows = []
        for at, row in enumerate(self.rows):
            why = reasons[at]
            change = why["smallest_change"]
            rows.append(
                {
                    "name": str(row + 1),
                    "class": int(self.labels[row]),
                    "answer": int(self.answers[row]),
                    "scores": rounded(self.scores[row], 3),
                    "own": {"prototype": why["own"], "distance": why["d_own"]},
                    "other": {"prototype": why["other"], "distance": why["d_other"]},
                    "contributions": rounded(why["contributions"], 3),
                    "values": rounded(X[at], 6),
                    "change": change
                    and {
                        "feature": change["feature"],
                        "from": X[at][change["feature"]],
                        "to": change["value"],
                        "becomes": self.place[str(change["becomes"])],
                    },
                    "certificate": radii[at],
                }
            )
        return {"count": len(self.X), "shown": len(rows), "rows": rows}

    def document(self, title, lead, sections, facts=()):
        counted = [
            ["samples", len(self.X)],
            ["features", len(self.features)],
            ["classes", len(self.classes)],
            ["prototypes", len(self.owners)],
        ]
        tested = (
            [["accuracy in cross-validation", f"{self.accuracy:.3f} ± {self.deviation:.3f}"]] if self.folds else []
        )
        return {
            "format": 1,
            "generator": f"protea {getattr(protea, '__version__', '0.1.0')}",
            "title": title,
            "lead": lead,
            "facts": [
                *tested,
                ["right on these data", round(float((self.answers == self.labels).mean()), 4)],
                *counted,
                *facts,
            ],
            "features": self.features,
            "classes": self.classes,
            "ranges": np.column_stack([self.X.min(axis=0), self.X.max(axis=0)]),
            "prototypes": [
                {"name": f"prototype {k + 1}", "class": c, "values": self.model.prototypes_[k]}
                for k, c in enumerate(self.owners)
            ],
            "sections": sections,
            "samples": self.samples(),
        }


def pages_of(study, binary=None, stable=False, seen=True):
    """The sections of a classifier's page."""
    return [
        section(
            "answers",
            "How good the answers are",
            [
                "These numbers are of the data that the model has seen in training, unless cross-validation is "
                "named; on new data it does somewhat worse."
            ],
            study.confusion(),
            study.roc(binary) if binary is not None else None,
            study.calibration(),
            study.rejection(),
        ),
        section("relevance", "What matters", [], study.relevances(), study.spectrum(), study.matrix()),
        *([study.stability()] if stable else []),
        section(
            "map", "What the model has learned", [], study.projection(), study.prototypes(), study.first_direction()
        ),
        section(
            "reasons",
            "Why a sample got its answer",
            [
                "Each answer comes from the nearest prototype. Choose a sample to see what speaks for its "
                "answer, what against, and what would change it."
            ],
            study.why(),
        ),
        section("details", "Margins and training", [], study.margins(), study.history()),
    ]


def spelled(features):
    return [name.replace("_", " ") for name in features]


def wdbc():
    data = protea.read("wdbc")
    study = Study("wdbc", protea.GMLVQ(prototypes=1), data.X, data.y, spelled(data.feature_names))
    return study.document(
        "Breast tumours: malignant or benign",
        "Generalized matrix LVQ with one prototype per class, on 569 fine-needle aspirates described by 30 "
        "measures of cell nuclei. "
        "The model tells the classes apart by a distance that it has learned.",
        pages_of(study, binary=study.place["malignant"], stable=True),
    )


def iris():
    data = protea.read("iris")
    study = Study("iris", protea.GMLVQ(prototypes=2), data.X, data.y, spelled(data.feature_names))
    return study.document(
        "Three species of iris",
        "Generalized matrix LVQ with two prototypes per class, on 150 flowers.",
        pages_of(study),
    )


def tecator():
    data = protea.read("tecator")
    study = Study(
        "tecator", protea.GMLVQ(prototypes=1), data.X, data.y, [str(850 + 2 * k) for k in range(100)], folds=5
    )
    return study.document(
        "Fat in meat from spectra",
        "Generalized matrix LVQ on 215 near-infrared absorption spectra of 100 channels, 850 to 1048 nm.",
        pages_of(study, binary=0),
    )


def digits():
    data = protea.read("digits")
    study = Study("digits", protea.GMLVQ(prototypes=1, max_iter=20), data.X, data.y, data.feature_names, folds=0)
    return study.document(
        "Handwritten digits",
        "Generalized matrix LVQ on 1797 images of 8 × 8 pixels, one prototype per digit.",
        pages_of(study),
    )


def large():
    random = np.random.default_rng(1)
    centres = random.normal(size=(4, 64))
    labels = random.integers(0, 4, 10_000)
    X = centres[labels] * np.r_[np.full(12, 0.9), np.zeros(52)] + random.normal(size=(10_000, 64))
    study = Study(
        "large",
        protea.GMLVQ(prototypes=1, max_iter=8),
        X,
        np.array(["north", "east", "south", "west"])[labels],
        [f"sensor {j + 1}" for j in range(64)],
        shown=2000,
        folds=0,
    )
    return study.document(
        "10 000 samples of 64 sensors",
        "A synthetic set of four clusters. Of the samples 2000 are on this page.",
        pages_of(study),
    )


def som():
    data = protea.read("wine")
    model = protea.SOM(grid="12x9", topology="hexagon", max_iter=30).fit(data.X, data.y)
    features = spelled(data.feature_names)
    rows, columns = np.asarray(model.hits_).shape
    classes = sorted(set(map(str, data.y)))
    units = np.asarray(model.predict(data.X)).ravel().astype(int)
    owners = [[None] * columns for _ in range(rows)]
    for unit in range(rows * columns):
        votes = [sum(1 for r in np.flatnonzero(units == unit) if str(data.y[r]) == name) for name in classes]
        if sum(votes):
            owners[unit // columns][unit % columns] = int(np.argmax(votes))

    def lattice(ident, title, caption, values, **more):
        return {
            "id": ident,
            "kind": "lattice",
            "title": title,
            "caption": caption,
            "topology": "hexagon",
            "columns": columns,
            "rows": rows,
            "values": rounded(values, 3),
            "scale": "sequential",
            "table": None,
            **more,
        }

    component = model.component_planes_
    component = list(component.values())
    planes = [lattice(f"plane-{j}", name, "", component[j], size="small") for j, name in enumerate(features)]
    return {
        "format": 1,
        "generator": "protea 0.1.0",
        "title": "A map of Italian wines",
        "lead": "A self-organizing map of 12 × 9 hexagons, trained on 178 wines with 13 chemical measures.",
        "facts": [
            ["samples", len(data.X)],
            ["features", len(features)],
            ["units", rows * columns],
            ["empty units", int((np.asarray(model.hits_) == 0).sum())],
        ],
        "features": features,
        "classes": classes,
        "samples": None,
        "sections": [
            section(
                "map",
                "The map",
                ["Neighbours on the map are alike in the data. Dark borders of the U-matrix separate groups."],
                lattice(
                    "u-matrix",
                    "U-matrix",
                    "Mean distance of each unit to its neighbours: dark is far.",
                    model.u_matrix_,
                    unit="distance",
                ),
                lattice(
                    "hits",
                    "Where the samples are",
                    "How many samples each unit stands for, with the class of most of them.",
                    model.hits_,
                    unit="samples",
                    **{"class": owners},
                ),
            ),
            section(
                "planes",
                "Component planes",
                ["The value of each feature over the map, in units of the data."],
                *planes,
            ),
        ],
    }


def theory():
    curves, table = [], []
    alphas = np.linspace(0, 60, 61)
    random = np.random.default_rng(1)
    for name, eta in (("η = 0.05", 0.05), ("η = 0.2", 0.2), ("η = 0.6", 0.6)):
        found = protea.dynamics("lvq1", eta=eta, p_plus=0.6, alphas=list(alphas))
        error = np.array(found["error"])
        curves.append({"name": name, "mark": "line", "x": alphas, "y": error})
        table.append([name, error[-1], found["best_error"]])
        at = np.arange(4, 61, 8)
        # Stands for simulations, which the package does not run.
        noise = random.normal(size=(len(at), 10)) * 0.006
        curves.append(
            {
                "name": f"{name}, simulated",
                "mark": "points",
                "x": alphas[at],
                "y": error[at] + noise.mean(axis=1),
                "low": error[at] + noise.mean(axis=1) - noise.std(axis=1),
                "high": error[at] + noise.mean(axis=1) + noise.std(axis=1),
            }
        )
    best = protea.dynamics("lvq1", eta=0.2, p_plus=0.6, alphas=[0])["best_error"]
    shares = np.linspace(0.02, 0.98, 49)
    ends = np.array([protea.dynamics("lvq1", eta=0.05, p_plus=p, alphas=[120])["error"][0] for p in shares])
    least = np.array([protea.dynamics("lvq1", eta=0.05, p_plus=p, alphas=[0])["best_error"] for p in shares])
    decay = np.logspace(0, 4, 25)
    return {
        "format": 1,
        "generator": "protea 0.1.0",
        "title": "Learning curves of LVQ1",
        "lead": "Exact learning curves of two prototypes in two Gaussian clusters of very many dimensions, "
        "beside simulations.",
        "facts": [["rule", "LVQ1"], ["share of the larger cluster", 0.6], ["least possible error", rounded(best)]],
        "features": [],
        "classes": [],
        "samples": None,
        "sections": [
            section(
                "curves",
                "Learning curves",
                [
                    "Errors of generalization as more examples are seen. Lines are the theory, points ten "
                    "simulations with 200 dimensions each."
                ],
                plot(
                    "learning",
                    "Generalization error",
                    "Theory, and simulations with one standard deviation.",
                    numbers("examples per dimension α", low=0),
                    numbers("error"),
                    [*curves, {"name": "least possible", "mark": "rule", "x": [], "y": [best], "dashed": True}],
                    size="wide",
                ),
                plot(
                    "asymptotic",
                    "After many examples",
                    "Error after α = 120 against the share of the first cluster; shaded is what is lost.",
                    numbers("share of the first cluster p₊", low=0, high=1),
                    numbers("error", low=0),
                    [
                        {"name": "LVQ1", "mark": "line", "x": shares, "y": ends},
                        {"name": "least possible", "mark": "line", "dashed": True, "x": shares, "y": least},
                        {"name": "excess", "mark": "band", "x": shares, "low": least, "high": ends},
                    ],
                ),
                plot(
                    "decay",
                    "Falling excess",
                    "A power law is a straight line here.",
                    {"label": "examples per dimension α", "kind": "log"},
                    {"label": "excess error", "kind": "log"},
                    [
                        {"name": "excess", "mark": "line", "x": decay, "y": 0.3 * decay**-0.5},
                        {"name": "measured", "mark": "points", "x": decay[::3], "y": 0.3 * decay[::3] ** -0.5 * 1.1},
                    ],
                ),
            ),
            section(
                "numbers",
                "Numbers",
                [],
                {
                    "id": "ends",
                    "kind": "table",
                    "title": "Errors at α = 60",
                    "caption": "",
                    "table": {"columns": ["rate", "error", "least possible"], "rows": table},
                },
            ),
        ],
    }


def comparison():
    data = protea.read("wine")
    methods = [protea.GLVQ(), protea.GRLVQ(), protea.GMLVQ(), protea.LVQ1(), protea.KNN()]
    found = protea.compare(methods, data.X, data.y, cv=5)
    titles = [type(each).__name__ for each in methods]
    folds = np.array(found.scores)
    mean, deviation = folds.mean(axis=1), folds.std(axis=1, ddof=1)
    p = np.full((len(methods), len(methods)), np.nan)
    for pair in found.pairs:
        p[pair["first"], pair["second"]] = p[pair["second"], pair["first"]] = pair["p_resampled_t"]
    ranks, prototypes = ["1", "2", "3", "5"], ["1", "2", "3"]
    grid = {"rank": [int(r) for r in ranks], "prototypes": [int(k) for k in prototypes]}
    tuned = protea.tune(data.X, data.y, protea.GMLVQ(max_iter=10), grid, cv=3, outer=0).table
    score = {(row["settings"]["dissimilarity.rank"], row["settings"]["prototypes"]): row["score"] for row in tuned}
    sizes = [0.1, 0.2, 0.4, 0.6, 0.8, 1.0]
    points = protea.curve(protea.GMLVQ(max_iter=10), data.X, data.y, over="size", values=sizes, cv=5)
    test = np.array([[each["test_error"][key] for each in points] for key in ("mean", "deviation")])
    training = [each["training_error"]["mean"] for each in points]
    scores = section(
        "scores",
        "Scores",
        [],
        {
            "id": "methods",
            "kind": "table",
            "title": "Methods and measures",
            "caption": "Accuracies over five folds.",
            "table": {
                "columns": ["method", "mean", "deviation", "worst fold"],
                "rows": [[t, m, d, w] for t, m, d, w in zip(titles, mean, deviation, folds.min(axis=1))],
            },
        },
        plot(
            "accuracies",
            "Accuracy",
            "Means and deviations over five folds.",
            names("method", titles),
            numbers("accuracy"),
            [
                {
                    "name": "accuracy",
                    "mark": "points",
                    "y": mean,
                    "low": mean - deviation,
                    "high": np.minimum(mean + deviation, 1),
                }
            ],
        ),
        {
            "id": "tests",
            "kind": "matrix",
            "title": "Pairs of methods",
            "caption": "p-values of the corrected resampled t-test: what is below 0.05 differs by more than chance.",
            "rows": titles,
            "columns": titles,
            "values": rounded(p, 2),
            "scale": "sequential",
            "unit": "p",
            "shows_values": True,
            "table": None,
        },
    )
    tuning = section(
        "tuning",
        "Tuning and learning curves",
        [],
        {
            "id": "surface",
            "kind": "matrix",
            "title": "Tuning surface",
            "caption": "Accuracy of GMLVQ in three folds, against rank and prototypes per class.",
            "rows": [f"rank {r}" for r in ranks],
            "columns": [f"{k} per class" for k in prototypes],
            "values": [[score[r, k] for k in prototypes] for r in ranks],
            "scale": "sequential",
            "unit": "accuracy",
            "shows_values": True,
            "table": None,
        },
        plot(
            "sizes",
            "Learning curve",
            "Error of GMLVQ against the share of the training set, with deviations over folds.",
            numbers("share of the training set", low=0, high=1),
            numbers("error", low=0),
            [
                {"name": "training", "mark": "line", "dashed": True, "x": sizes, "y": training},
                {"name": "test", "mark": "line", "x": sizes, "y": test[0]},
                {
                    "name": "test, deviation",
                    "mark": "band",
                    "x": sizes,
                    "low": np.maximum(test[0] - test[1], 0),
                    "high": test[0] + test[1],
                },
            ],
        ),
    )
    return {
        "format": 1,
        "generator": "protea 0.1.0",
        "title": "Five methods on wine",
        "lead": "The same five folds for all methods.",
        "facts": [["samples", len(data.X)], ["folds", 5]],
        "features": [],
        "classes": [],
        "samples": None,
        "sections": [scores, tuning],
    }


MAKERS = [wdbc, iris, som, tecator, digits, large, theory, comparison]


def main():
    directory, wanted = Path(sys.argv[1]), sys.argv[2:]
    directory.mkdir(parents=True, exist_ok=True)
    for make in MAKERS:
        if not wanted or make.__name__ in wanted:
            document = rounded(make(), 6)
            (directory / f"{make.__name__}.json").write_text(
                json.dumps(document, ensure_ascii=False, separators=(",", ":")), encoding="utf-8"
            )


if __name__ == "__main__":
    main()
