"""The Python package against its peers: fit, predict and what both reach, in one run, and what Python adds to the core.

Usage: against_python_peers.py [--quick] [PROTEA]      run by a Python that has the package protea
       PROTEA: the command, whose training time is that of the core; build/release/bin/protea by default

All sides learn the same rows with one thread, each in a process of its own that goes on between rounds. Rounds
alternate, and the fastest of each side counts, in processor time. A ratio is their time over ours. Peers are put into
virtual environments under build/; those that cannot be are named and left out, prototorch if TORCH=no. --quick: small
data, one round, to see whether everything works; its numbers mean nothing.
"""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"   # read when NumPy is loaded

import numpy as np   # noqa: E402

import protea   # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
PATIENCE = 60.0   # seconds, after which a row has had rounds enough

# Peers, with how they get an environment.
PEERS = {
    "sklvq": ["sklvq_environment.sh"],
    "sklearn-lvq": ["sklvq_environment.sh"],
    "prototorch": ["peers_environment.sh", "prototorch"],
    "minisom": ["peers_environment.sh", "minisom"],
    "somoclu": ["peers_environment.sh", "somoclu"],
}

# Method, peer, data and epochs: iterations of l-bfgs at most, epochs of adam and of maps.
ROWS = [
    ("GLVQ", "sklvq", ("wdbc", "digits"), 100),
    ("GLVQ", "sklearn-lvq", ("wdbc", "digits"), 100),
    ("GMLVQ", "sklvq", ("wdbc", "digits"), 100),
    ("GMLVQ", "sklearn-lvq", ("wdbc", "digits"), 100),
    ("LGMLVQ", "sklvq", ("wdbc", "digits"), 100),
    ("LGMLVQ", "sklearn-lvq", ("wdbc", "digits"), 100),
    ("RSLVQ", "sklearn-lvq", ("wdbc",), 30),   # seconds for each of its iterations on digits
    ("GLVQ-adam", "prototorch", ("wdbc", "digits"), 20),
    ("GMLVQ-adam", "prototorch", ("wdbc", "digits"), 20),
    ("SOM", "minisom", ("wdbc", "digits"), 10),
    ("BatchSOM", "somoclu", ("wdbc", "digits"), 10),
]


def environment_of(peer):
    """The Python that has a peer, or None and why not."""
    if peer == "prototorch" and os.environ.get("TORCH") == "no":
        return None, "TORCH=no"
    script, *packages = PEERS[peer]
    found = subprocess.run(["bash", str(HERE / script), *packages], capture_output=True, text=True)
    lines = (found.stdout if found.returncode == 0 else found.stderr).strip().splitlines()
    last = lines[-1] if lines else "no reason given"
    return (last, "") if found.returncode == 0 else (None, last)


def write_rows(name, path):
    """z-scored by the rows to learn from; every third row is new."""
    data = protea.read(name)
    y = np.unique(data.y, return_inverse=True)[1]
    is_new = np.arange(len(y)) % 3 == 2
    mean, deviation = data.X[~is_new].mean(axis=0), data.X[~is_new].std(axis=0)
    X = (data.X - mean) / np.where(deviation == 0, 1, deviation)
    np.savez(path, X=X[~is_new], y=y[~is_new], new_X=X[is_new], new_y=y[is_new])


class Side:
    """A process that learns and answers when asked."""

    def __init__(self, python, package, method, data, epochs):
        self.log = tempfile.TemporaryFile("w+")
        call = [python, "-W", "ignore", str(HERE / "python_side.py"), package, method, str(data), str(epochs)]
        self.process = subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.read("ready")

    def read(self, first=None):
        """Numbers of the next line; what a package prints by itself is passed by."""
        for line in self.process.stdout:
            if first is not None and line.strip() == first:
                return []
            try:
                return [float(word) for word in line.split()]
            except ValueError:
                continue
        self.log.seek(0)
        raise RuntimeError((self.log.read().strip().splitlines() or ["it ended"])[-1])

    def ask(self, what):
        self.process.stdin.write(what + "\n")
        self.process.stdin.flush()
        return self.read()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


def time_text(seconds):
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def row(*cells):
    layout = "  {:<10} {:<7} {:<12}" + 3 * " {:>8} {:>8} {:>7} " + " {}"
    print(layout.format(*cells).rstrip(), flush=True)


def measure(sides, rounds):
    """Fastest seconds of fit, of predict and of one row for each side, and what each has reached."""
    best = [{"fit": math.inf, "predict": math.inf, "row": math.inf} for _ in sides]
    start = time.monotonic()
    for _ in range(rounds):
        for side, times in zip(sides, best):
            for what in ("fit", "predict", "row"):   # in the order in which they need one another
                times[what] = min(times[what], side.ask(what)[0])
        if time.monotonic() - start > PATIENCE:
            break
    return best, [side.ask("reached") for side in sides]


def compare(method, peer, python, data, path, epochs, rounds):
    sides = []
    try:
        sides.append(Side(sys.executable, "protea", method, path, epochs))
        sides.append(Side(python, peer, method.removesuffix("-adam"), path, epochs))
        (ours, theirs), (we, they) = measure(sides, rounds)
    except RuntimeError as error:
        print(f"  {method:<10} {data:<7} {peer:<12} failed: {error}", flush=True)
        return
    finally:
        for side in sides:
            side.close()
    is_map = "SOM" in method
    told = "error {:.2f}, {:.2f}" if is_map else "right {:.3f}, {:.3f}"
    cells = [each for what in ("fit", "predict", "row")
             for each in (time_text(ours[what]), time_text(theirs[what]), f"{theirs[what] / ours[what]:.1f}")]
    row(method, data, peer, *cells, told.format(we[1], they[1]))


# What Python adds -----------------------------------------------------------------------------------------------------

def resident(what):
    """Bytes of this process in memory: VmRSS now, VmHWM at most; not a number where the system does not tell."""
    try:
        return 1024 * int(pathlib.Path("/proc/self/status").read_text().split(what + ":")[1].split()[0])
    except OSError:
        return math.nan


def forget_peak():
    try:
        pathlib.Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        pass   # then the peak is that of making the data, too


def write_many(path, rows, features=64):
    random = np.random.default_rng(1)
    y = np.arange(rows) % 3
    X = random.standard_normal((rows, features)) + 0.4 * random.standard_normal((3, features))[y]
    np.save(path, np.column_stack([X, y]).astype(np.float32))


MANY = {"prototypes": 1, "max_iter": 10, "n_jobs": 1}   # of both


def fit_many(path):
    """In a process of its own: wall and processor seconds of one fit, and the most memory as a multiple of the data."""
    protea.GMLVQ(max_iter=1).fit([[0.0, 1.0], [1.0, 0.0]], [0, 1])   # everything is loaded
    before = resident("VmRSS")
    table = np.load(path)
    X, y = np.ascontiguousarray(table[:, :-1]), table[:, -1].astype(np.int32)
    del table
    forget_peak()
    wall, processor = time.perf_counter(), time.process_time()
    protea.GMLVQ(**MANY).fit(X, y)
    print(time.perf_counter() - wall, time.process_time() - processor, (resident("VmHWM") - before) / X.nbytes)


def overhead(command, directory, rows, rounds):
    path = pathlib.Path(directory) / "many.npy"
    write_many(path, rows)
    train = [command, "train", path, "--method", "gmlvq", "--prototypes", "1", "--epochs", "10", "--threads", "1",
             "--precision", "float32", "--quiet", "--json", "-o", path.with_suffix(".protea")]
    ours = [sys.executable, __file__, "--fit-many", path]
    core, fits = [], []
    for _ in range(rounds):
        core.append(json.loads(subprocess.run(train, check=True, capture_output=True, text=True).stdout)["seconds"])
        told = subprocess.run(ours, check=True, capture_output=True, text=True).stdout
        fits.append([float(word) for word in told.split()])
    wall, processor, memory = (min(each) for each in zip(*fits))
    print(f"fit of GMLVQ on {rows} × 64 from float32: {wall:.2f} s, {wall / min(core):.2f} times the {min(core):.2f} s "
          f"of the core's training (wall time; {processor:.2f} s of the processor)")
    print(f"  most memory, the data among it: {memory:.2f} times the data")


def one_row():
    data = protea.read("wdbc")
    model = protea.GMLVQ(max_iter=5).fit(data.X, data.y)
    X, best = data.X[:1], math.inf
    for _ in range(5):
        start = time.process_time()
        for _ in range(2000):
            model.predict(X)
        best = min(best, (time.process_time() - start) / 2000)
    print(f"predict of one row: {1e6 * best:.1f} µs")


def main(arguments):
    is_quick = "--quick" in arguments
    named = [each for each in arguments if each != "--quick"]
    command = named[0] if named else str(HERE.parent / "build" / "release" / "bin" / "protea")
    rounds = 1 if is_quick else 5
    pythons = {}
    for peer in PEERS:
        pythons[peer], why = environment_of(peer)
        if pythons[peer] is None:
            print(f"{peer} is left out: {why}", flush=True)
    print("processor time of one thread, fastest of alternating rounds; reached: on new rows, ours and theirs")
    row("", "", "", "fit", "", "theirs/", "predict", "", "theirs/", "one row", "", "theirs/", "reached")
    row("method", "data", "peer", "ours", "theirs", "ours", "ours", "theirs", "ours", "ours", "theirs", "ours", "")
    with tempfile.TemporaryDirectory() as directory:
        for method, peer, sets, epochs in ROWS:
            for data in ("iris",) if is_quick else sets:
                path = pathlib.Path(directory) / f"{data}.npz"
                if not path.exists():
                    write_rows(data, path)
                if pythons[peer] is not None:
                    compare(method, peer, pythons[peer], data, path, min(epochs, 5) if is_quick else epochs, rounds)
        if pathlib.Path(command).exists():
            overhead(command, directory, 5000 if is_quick else 100_000, rounds)
        else:
            print(f"the fit of many rows is left out: there is no program {command}")
    one_row()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--fit-many"]:
        fit_many(sys.argv[2])
    elif any(each in ("-h", "--help") for each in sys.argv[1:]):
        print(__doc__.strip())
    else:
        main(sys.argv[1:])
