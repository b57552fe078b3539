"""The rows of the engine's table whose opponents are Python packages (see engine.sh).

Usage: engine_peers.py labels|means|neighbours|minibatch|memory ENGINE_SIDE PROTEA

Both sides get the same numbers. Rounds alternate, the fastest counts, in processor time of one thread; a ratio is
their time over ours.
"""
import math
import os
import subprocess
import sys
import tempfile
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"   # read when NumPy is loaded

import numpy as np   # noqa: E402

BLOCK = 8192   # rows that NumPy multiplies at once, so that what it compares stays small


def row(work, ours, opponent="-", theirs="-", ratio=None, wanted="-", of_peak="-"):
    text = "-" if ratio is None else f"{ratio:.2f}"
    print(f"  {work:<44} {ours:>12} {of_peak:>7}  {opponent:<20} {theirs:>12} {text:>7}  {wanted}", flush=True)


def time_text(seconds):
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


class Side:
    """Our program, which does a round when asked."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([str(a) for a in arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.read()   # "ready"

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit("engine_peers: our side has stopped")
        return line

    def round(self):
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        processor, _, note = self.read().split()
        return float(processor), note

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def timed(work):
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def alternate(side, opponents, patience=6.0):
    """Fastest seconds of our side and of each opponent, the last note and the last results: rounds until there were
    five or time is up."""
    ours, note, theirs, results = math.inf, "", [math.inf] * len(opponents), [None] * len(opponents)
    start = time.monotonic()
    for _ in range(5):
        seconds, note = side.round()
        ours = min(ours, seconds)
        for i, opponent in enumerate(opponents):
            seconds, results[i] = timed(opponent)
            theirs[i] = min(theirs[i], seconds)
        if time.monotonic() - start > patience:
            break
    return ours, theirs, note, results


def clouds(random, rows, features, classes, spread=1.0):
    """Gaussian clouds, one per class."""
    centres = spread * random.standard_normal((classes, features))
    y = np.arange(rows) % classes
    return centres[y] + random.standard_normal((rows, features)), y.astype(np.int32)


# labels -------------------------------------------------------------------------------------------------------------

def nearest_by_products(x, w, norms):
    """argmin of ‖w‖² − 2x·w, block by block, in the precision of the arrays."""
    doubled = (-2 * w).T.copy()
    winners = np.empty(len(x), np.int64)
    for first in range(0, len(x), BLOCK):
        d = x[first:first + BLOCK] @ doubled
        d += norms
        winners[first:first + BLOCK] = d.argmin(axis=1)
    return winners


def nearest_by_formula(x, w, kind, theta):
    """The winners of the direct formula in double precision, differences first."""
    n = x.shape[1]
    winners = []
    for sample in x:
        difference = sample - w
        if kind == "gmlvq":
            difference = difference @ theta.reshape(n, n).T
        squares = difference ** 2
        winners.append(np.argmin(squares @ theta if kind == "grlvq" else squares.sum(axis=1)))
    return np.array(winners)


def labels(side_program, _):
    import faiss
    faiss.omp_set_num_threads(1)
    ratios = []
    for kind, name in (("glvq", "plain"), ("grlvq", "relevance"), ("gmlvq", "matrix")):
        for n in (16, 64, 256, 784):
            for k in (10, 100, 1000):
                ratios.append(labels_of(side_program, faiss, kind, name, n, k))
    logs = [math.log(ratio) for ratio in ratios]
    row("labels: least and geometric mean of float32", f"{min(ratios):.2f}", "", f"{math.exp(np.mean(logs)):.2f}", None,
        "1.0 and 1.5")


def labels_of(side_program, faiss, kind, name, n, k):
    # 400 000 rows where memory (a third of a gigabyte of data) and time allow
    rows = int(min(400000, 4e7 / n, 8e9 / (n * k)))
    random = np.random.default_rng(n * k)
    x, _ = clouds(random, rows, n, 10)
    w = x[random.choice(rows, k, replace=False)] + 0.1 * random.standard_normal((k, n))
    theta = np.zeros(0)
    if kind == "grlvq":
        theta = random.random(n) + 0.1
        theta /= theta.sum()
    if kind == "gmlvq":
        theta = np.eye(n) + 0.3 * random.standard_normal((n, n)) / math.sqrt(n)
        theta = (theta / np.linalg.norm(theta)).ravel()
    with tempfile.TemporaryDirectory() as directory:
        for file, numbers in (("x", x), ("w", w), ("theta", theta)):
            np.ascontiguousarray(numbers, np.float64).tofile(f"{directory}/{file}")
        side = Side(side_program, "labels", kind, rows, n, k, 10, directory)
        # The metric goes into the prototypes once: argmin of wᵀΛw − 2x·Λw.
        folded = w
        if kind == "grlvq":
            folded = w * theta
        if kind == "gmlvq":
            folded = w @ (theta.reshape(n, n).T @ theta.reshape(n, n))
        norms = (w * folded).sum(axis=1)
        x32, folded32, norms32 = x.astype(np.float32), folded.astype(np.float32), norms.astype(np.float32)
        opponents = [("NumPy float32", lambda: nearest_by_products(x32, folded32, norms32))]
        if kind == "glvq":
            index = faiss.IndexFlatL2(n)
            index.add(folded32)
            opponents.append(("faiss IndexFlatL2", lambda: index.search(x32, 1)[1][:, 0]))
        if kind == "gmlvq":
            opponents.append(("NumPy float64", lambda: nearest_by_products(x, folded, norms)))
        ours, theirs, _, _ = alternate(side, [call for _, call in opponents], 3.0)
        side.close()
        answers = np.fromfile(f"{directory}/ours", np.int32)
    some = random.choice(rows, min(rows, 400), replace=False)
    wrong = np.sum(answers[some] != nearest_by_formula(x[some], w, kind, theta) // (k // 10))
    work = f"{name}, n = {n}, K = {k}, {rows} rows"
    for (opponent, _), seconds in zip(opponents, theirs):
        row(work, time_text(ours), opponent, time_text(seconds), seconds / ours,
            "1.0" if opponent == "NumPy float32" else "-")
        work = ""
    if wrong:
        print(f"    {wrong} of {len(some)} winners are not those of the direct formula")
    return theirs[0] / ours


# means --------------------------------------------------------------------------------------------------------------

def means(side_program, _):
    """The k-means start: ten classes, ten prototypes each."""
    from sklearn.cluster import KMeans
    n, classes, each = 16, 10, 10
    sizes = (125000, 250000, 500000, 1000000)
    times, their_times = [], []
    for rows in sizes:
        random = np.random.default_rng(1)
        x, y = clouds(random, rows, n, classes)
        parts = [np.ascontiguousarray(x[y == c]) for c in range(classes)]

        def theirs(tolerance):
            return [KMeans(each, init="k-means++", n_init=1, tol=tolerance, random_state=1).fit(part) for part in parts]

        with tempfile.TemporaryDirectory() as directory:
            x.tofile(f"{directory}/x")
            y.tofile(f"{directory}/y")
            side = Side(side_program, "means", rows, n, classes, each, directory)
            calls = [lambda: theirs(1e-4)]
            if rows == sizes[-1]:
                calls.append(lambda: theirs(0))   # until nothing moves, 300 iterations at most
            ours, seconds, _, results = alternate(side, calls, 5.0)
            side.close()
            w = np.fromfile(f"{directory}/ours").reshape(classes, each, n)
        times.append(ours)
        their_times.append(seconds[0])
        error = sum(KMeans(each, init=w[c], n_init=1, max_iter=1).fit(parts[c]).inertia_ for c in range(classes)) / rows
        for i, fits in enumerate(results):
            iterations = np.mean([fit.n_iter_ for fit in fits])
            row(f"k-means start, {rows} × {n}, {each} per class" if i == 0 else "  the same, until nothing moves",
                time_text(ours), f"scikit-learn, {iterations:.0f} it.", time_text(seconds[i]), seconds[i] / ours,
                "1.0" if i == 0 else "-")
            print(f"    squared error of a sample: ours {error:.4f}, theirs {sum(f.inertia_ for f in fits) / rows:.4f}")

    def exponent(values):
        return np.polyfit(np.log(sizes), np.log(values), 1)[0]
    row("  exponent of growth with the samples", f"{exponent(times):.2f}", "scikit-learn", f"{exponent(their_times):.2f}",
        None, "1.0")


# neighbours ---------------------------------------------------------------------------------------------------------

def neighbours(side_program, _):
    from sklearn.model_selection import StratifiedKFold, cross_val_score
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    rows, n, classes, folds = 20000, 16, 26, 10
    x, y = clouds(np.random.default_rng(1), rows, n, classes, 0.7)
    model = make_pipeline(StandardScaler(), KNeighborsClassifier(5, algorithm="brute"))
    cut = StratifiedKFold(folds, shuffle=True, random_state=1)
    with tempfile.TemporaryDirectory() as directory:
        x.tofile(f"{directory}/x")
        y.tofile(f"{directory}/y")
        side = Side(side_program, "neighbours", rows, n, classes, folds, directory)
        ours, (theirs,), note, (scores,) = alternate(side, [lambda: cross_val_score(model, x, y, cv=cut)])
        side.close()
    row(f"kNN, {rows} × {n}, {classes} classes, {folds} folds", time_text(ours), "scikit-learn brute", time_text(theirs),
        theirs / ours, "1.0")
    print(f"    right: ours {100 * float(note):.2f} %, theirs {100 * scores.mean():.2f} %")


# minibatch ----------------------------------------------------------------------------------------------------------

RATE, METRIC_RATE, BATCH, EPOCHS = 0.01, 3e-5, 64, 2   # engine_side.cpp has the same
FIRST, SECOND, EPSILON = 0.9, 0.999, 1e-8


def digits(rows, n, classes):
    """Like pictures of digits: between 0 and 1, mostly dark, varying along forty directions."""
    random = np.random.default_rng(1)
    y = (np.arange(rows) % classes).astype(np.int32)
    centres = 0.1 + 0.3 * random.standard_normal((classes, n))
    x = centres[y] + random.standard_normal((rows, 40)) @ (0.12 * random.standard_normal((40, n)))
    x += 0.1 * random.standard_normal((rows, n))
    return np.clip(x, 0, 1), y


def mean_loss(x, y, w, omega):
    """The mean of the logistic function of (d⁺ − d⁻)/(d⁺ + d⁻); omega maps columns."""
    projected = w @ omega
    losses = []
    for first in range(0, len(x), BLOCK):
        d = x[first:first + BLOCK] @ omega
        d = (d ** 2).sum(axis=1)[:, None] - 2 * d @ projected.T + (projected ** 2).sum(axis=1)
        own = np.arange(len(w)) == y[first:first + BLOCK, None]
        right, wrong = np.where(own, d, np.inf).min(axis=1), np.where(own, np.inf, d).min(axis=1)
        losses.append(1 / (1 + np.exp(-(right - wrong) / (right + wrong))))
    return np.concatenate(losses).mean()


def train_torch(x, y, w, omega):
    """prototorch's distance and loss, torch's adam; batches are cut without a loader, which would only cost time."""
    import torch
    from prototorch.core.distances import omega_distance
    from prototorch.core.losses import glvq_loss
    torch.set_num_threads(1)
    torch.manual_seed(1)
    x, y = torch.from_numpy(x), torch.from_numpy(y.astype(np.int64))
    prototypes = torch.nn.Parameter(torch.from_numpy(w.copy()))
    matrix = torch.nn.Parameter(torch.from_numpy(omega.copy()))
    names = torch.arange(len(w))
    adam = torch.optim.Adam([{"params": [prototypes], "lr": RATE}, {"params": [matrix], "lr": METRIC_RATE}])
    for _ in range(EPOCHS):
        for batch in torch.randperm(len(x)).split(BATCH):
            adam.zero_grad()
            mu = glvq_loss(omega_distance(x[batch], prototypes, matrix), y[batch], names)
            torch.sigmoid(mu).mean().backward()
            adam.step()
    return prototypes.detach().numpy(), matrix.detach().numpy()


def train_numpy(x, y, w, omega):
    """The same in single precision by hand: five products of matrices a step, adam in place."""
    random = np.random.default_rng(1)
    parameters = [w.copy(), omega.copy()]
    moments = [(np.zeros_like(p), np.zeros_like(p), np.empty_like(p)) for p in parameters]
    steps, every = 0, np.arange(BATCH)
    for _ in range(EPOCHS):
        order = random.permutation(len(x))
        for first in range(0, len(x), BATCH):
            batch = order[first:first + BATCH]
            own, number = x[batch], every[:len(batch)]
            w, omega = parameters
            px, pw = own @ omega, w @ omega
            d = (px ** 2).sum(axis=1)[:, None] - 2 * px @ pw.T + (pw ** 2).sum(axis=1)
            is_own = np.arange(len(w)) == y[batch][:, None]
            right, wrong = np.where(is_own, d, np.inf).argmin(axis=1), np.where(is_own, np.inf, d).argmin(axis=1)
            plus, minus = d[number, right], d[number, wrong]
            f = 1 / (1 + np.exp(-(plus - minus) / (plus + minus)))
            slope = 2 * f * (1 - f) / (plus + minus) ** 2 / len(batch)
            a = (2 * slope * minus)[:, None] * (px - pw[right])
            b = (-2 * slope * plus)[:, None] * (px - pw[wrong])
            sums = np.zeros_like(pw)
            np.add.at(sums, right, a)
            np.add.at(sums, wrong, b)
            steps += 1
            for p, g, rate, (mean, square, work) in zip(parameters, (-sums @ omega.T, own.T @ (a + b) - w.T @ sums),
                                                        (RATE, METRIC_RATE), moments):
                mean *= FIRST
                mean += np.multiply(g, 1 - FIRST, out=work)
                square *= SECOND
                g *= g
                square += np.multiply(g, 1 - SECOND, out=work)
                np.sqrt(square, out=work)
                work *= 1 / math.sqrt(1 - SECOND ** steps)
                work += EPSILON
                np.divide(mean, work, out=work)
                work *= rate / (1 - FIRST ** steps)
                p -= work
    return parameters


def minibatch(side_program, _):
    rows, n, classes = 60000, 784, 10
    x, y = digits(rows, n, classes)
    w = np.array([x[y == c].mean(axis=0) for c in range(classes)])
    omega = np.eye(n) / math.sqrt(n)
    x32, w32, omega32 = (np.asarray(a, np.float32) for a in (x, w, omega))
    opponents = [("NumPy float32", lambda: train_numpy(x32, y, w32, omega32))]
    try:
        import prototorch
        opponents.insert(0, (f"prototorch {prototorch.__version__}", lambda: train_torch(x32, y, w32, omega32)))
    except ImportError:
        print("    prototorch is not here: the same model in NumPy stands for it")
    with tempfile.TemporaryDirectory() as directory:
        x.tofile(f"{directory}/x")
        y.tofile(f"{directory}/y")
        side = Side(side_program, "minibatch", rows, n, classes, EPOCHS, directory)
        ours, theirs, note, results = alternate(side, [call for _, call in opponents], 20.0)
        side.close()
        end = np.fromfile(f"{directory}/ours")
    work = f"GMLVQ, adam, batch 64, 2 × {rows} × {n}"
    for i, (opponent, _) in enumerate(opponents):
        row(work, time_text(ours), opponent, time_text(theirs[i]), theirs[i] / ours, "3.0" if i == 0 else "-")
        work = ""
    print(f"    ours until the end of the last epoch: {float(note):.2f} s")
    loss = mean_loss(x, y, end[:classes * n].reshape(classes, n), end[classes * n:].reshape(n, n).T)
    texts = [f"{opponent} {mean_loss(x, y, *result):.4f}" for (opponent, _), result in zip(opponents, results)]
    print(f"    mean loss: at the start {mean_loss(x, y, w, omega):.4f}, ours {loss:.4f}, {', '.join(texts)}")


# memory -------------------------------------------------------------------------------------------------------------

def peak_megabytes(*command):
    """Of the resident memory of a command, begun by a small process: what the one that begins it holds counts too."""
    watcher = ("import resource, subprocess, sys; code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL); "
               "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(code)")
    words = [sys.executable, "-S", "-c", watcher, *map(str, command)]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"engine_peers: this failed: {' '.join(words[4:])}")
    return int(done.stdout) / 1024


def write_csv(path, x, y, times):
    """Rows of six digits and the name of a class, so many times over."""
    text = "".join(",".join(f"{v:.6g}" for v in values) + f",class{c}\n" for values, c in zip(x, y))
    with open(path, "w") as file:
        for _ in range(times):
            file.write(text)


def memory(_, protea):
    random = np.random.default_rng(1)
    empty = peak_megabytes(protea, "--version")
    with tempfile.TemporaryDirectory() as directory:
        def show(work, unit, megabytes, wanted, *command):
            peak = peak_megabytes(protea, *command, "--quiet", "--threads", 1) - empty
            row(work, f"{peak:.0f} MB", f"{unit}: {megabytes:.0f} MB", f"{peak / megabytes:.1f} ×", None, wanted)

        model, out = f"{directory}/model.protea", f"{directory}/out.csv"
        rows, n = 1000000, 16
        x, y = clouds(random, rows, n, 10)
        np.savez(f"{directory}/large.npz", X=x, y=y)
        write_csv(f"{directory}/large.csv", x[:10000], y[:10000], rows // 10000)
        for kind in ("npz", "csv"):
            show(f"train {rows} × {n} from .{kind}, gmlvq", "data", rows * n * 8e-6, "1.5", "train",
                 f"{directory}/large.{kind}", "--epochs", 2, "-o", model)
        n = 3000
        x, y = clouds(random, 40, n, 2)
        np.savez(f"{directory}/wide.npz", X=x, y=y)
        parameters = (n * n + 2 * n) * 8e-6
        for optimizer, plan in (("l-bfgs", ("--epochs", 11)), ("adam", ("--epochs", 2, "--batch", 64))):   # 11: memory full
            show(f"train 40 × {n}, full matrix, {optimizer}", "parameters", parameters, "8.0", "train",
                 f"{directory}/wide.npz", "--dissimilarity.rank", n, "--dissimilarity.log_det", 0, "--optimizer", optimizer,
                 *plan, "-o", model)
        n, classes, rows = 16, 1000, 200000
        x, y = clouds(random, rows, n, classes)
        np.savez(f"{directory}/few.npz", X=x[:2 * classes], y=y[:2 * classes])
        np.save(f"{directory}/many.npy", x)
        peak_megabytes(protea, "train", f"{directory}/few.npz", "--method", "glvq", "--epochs", 0, "--quiet", "-o", model)
        show(f"predict {rows} × {n}, {classes} classes", "data", rows * n * 8e-6, "one block more", "predict", model,
             f"{directory}/many.npy", "-o", out)


if __name__ == "__main__":
    parts = {"labels": labels, "means": means, "neighbours": neighbours, "minibatch": minibatch, "memory": memory}
    if len(sys.argv) != 4 or sys.argv[1] not in parts:
        sys.exit(__doc__)
    parts[sys.argv[1]](sys.argv[2], sys.argv[3])
