# Their side of against_svm.sh: LinearSVC (liblinear) by dual coordinate descent, with the threshold as the weight of a clamped input as ours.
# Usage: liblinear_train.py FILE ROWS FEATURES C TOLERANCE    prints processor seconds and the value of the primal objective
import sys
import time

import numpy as np
from sklearn.svm import LinearSVC

path, rows, features, cost, tolerance = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), float(sys.argv[5])
data = np.fromfile(path).reshape(rows, features + 1)
x, y = np.ascontiguousarray(data[:, :features]), data[:, features]
machine = LinearSVC(loss="hinge", dual=True, C=cost, tol=tolerance, intercept_scaling=1.0, max_iter=100000, random_state=1)
start = time.process_time()
machine.fit(x, y)
seconds = time.process_time() - start
w, b = machine.coef_[0], machine.intercept_[0]
primal = (w @ w + b * b) / 2 + cost * np.maximum(0, 1 - y * (x @ w + b)).sum()
print(f"{seconds:.4f} {primal:.10g} {machine.n_iter_}")
