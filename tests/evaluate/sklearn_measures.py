"""Reads "label answer score…" rows and prints what scikit-learn measures on them, one "name value" per line."""
import sys

import numpy as np
from sklearn import metrics

rows = np.loadtxt(sys.argv[1])
y, answer, scores = rows[:, 0].astype(int), rows[:, 1].astype(int), rows[:, 2:]
classes = list(range(scores.shape[1]))
print("accuracy", metrics.accuracy_score(y, answer))
print("balanced_accuracy", metrics.balanced_accuracy_score(y, answer))
print("matthews", metrics.matthews_corrcoef(y, answer))
print("kappa", metrics.cohen_kappa_score(y, answer, labels=classes))
print("macro_precision", metrics.precision_score(y, answer, average="macro", labels=classes, zero_division=0))
print("macro_f", metrics.fbeta_score(y, answer, beta=2, average="macro", labels=classes, zero_division=0))
print("log_loss", metrics.log_loss(y, scores, labels=classes))
print("brier", np.mean(np.sum((scores - np.eye(len(classes))[y]) ** 2, axis=1)))
print("hand_till", metrics.roc_auc_score(y, scores if len(classes) > 2 else scores[:, 1], multi_class="ovo", labels=classes if len(classes) > 2 else None))
for c in classes:
    print(f"auc{c}", metrics.roc_auc_score(y == c, scores[:, c]))
    print(f"average_precision{c}", metrics.average_precision_score(y == c, scores[:, c]))
