"""A model of Python is that of the command line, byte for byte."""

import numpy as np
import pytest

import protea

SAME = [
    ("glvq", protea.GLVQ(), []),
    ("gmlvq", protea.GMLVQ(prototypes=2), ["--prototypes", "2"]),
    ("lgmlvq", protea.LGMLVQ(max_iter=20), ["--epochs", "20"]),
    ("rslvq", protea.RSLVQ(sigma=0.5), ["--rule.sigma", "0.5"]),
    ("lvq1", protea.LVQ1(rate=0.05, random_state=7), ["--optimizer.rate", "0.05", "--seed", "7"]),
    ("glvq", protea.GLVQ(optimizer=protea.Adam(rate=0.1), max_iter=30),
     ["--optimizer", "adam", "--optimizer.rate", "0.1", "--epochs", "30"]),
    ("knn", protea.KNN(), []),
    ("kernel-glvq", protea.KernelGLVQ(), []),
    ("dslvq", protea.DSLVQ(), []),
    ("svm", protea.SVM(cost=2.0, gamma=0.5), ["--svm.cost", "2", "--svm.gamma", "0.5"]),
    ("adatron", protea.AdaTron(), []),
    ("som", protea.SOM(grid="5x4"), ["--grid", "5x4"]),
    ("k-means", protea.KMeans(n_clusters=4), ["--prototypes", "4"]),
    ("ridge", protea.Ridge(strength=0.1), ["--ridge.strength", "0.1"]),
]


@pytest.mark.parametrize("method, estimator, flags", SAME, ids=[str(each[1]) for each in SAME])
def test_same_bytes(method, estimator, flags, command, iris, tmp_path):
    X, y = iris
    header = "x1,x2,x3,x4"
    is_regressor = isinstance(estimator, protea.Ridge)
    is_without_target = isinstance(estimator, (protea.SOM, protea.KMeans))
    target = [] if is_without_target else [X[:, 3]] if is_regressor else [np.array(["a", "b", "c"])[y]]
    rows = X[:, :3] if is_regressor else X
    names = header.split(",")[: rows.shape[1]] + (["target"] if is_regressor else ["class"])[: len(target)]
    lines = [",".join(names)]
    lines += [",".join([*map(repr, map(float, row)), *(str(each[i]) for each in target)]) for i, row in enumerate(rows)]
    (tmp_path / "data.csv").write_text("\n".join(lines) + "\n")
    kind = ["--target", "target"] if is_regressor else ["--label", "none"] if is_without_target else []
    command("train", tmp_path / "data.csv", "--method", method, *flags, *kind, "-o", tmp_path / "m.protea")
    estimator.fit(rows, *target)
    assert estimator.to_bytes() == (tmp_path / "m.protea").read_bytes()
    estimator.save(tmp_path / "p.protea")
    assert (tmp_path / "p.protea").read_bytes() == (tmp_path / "m.protea").read_bytes()
