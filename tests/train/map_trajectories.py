"""Rewrites the tables of map_trajectories.hpp: where on-line maps stand after three passes, from their losses alone.

    python3 map_trajectories.py && clang-format -i map_trajectories.hpp

No gradient is written down here. A derivative of the loss is the imaginary part of the loss at w + iτ, over τ: nothing
is subtracted, so it is right to rounding for any small τ (complex-step differentiation).
"""
import cmath
import math
import pathlib

TAU = 1e-30
PASSES = 3
SCALE_FREE = ("gamma", "cauchy-schwarz")


# --- dissimilarities d(p, w) of a sample p and a prototype w, as values only ------------------------------------------

def squared_euclidean(p, w):
    return sum((a - b) ** 2 for a, b in zip(p, w))


def generalized_kullback_leibler(p, w):
    return sum(a * cmath.log(a / b) - a + b for a, b in zip(p, w))


def itakura_saito(p, w):
    return sum(a / b - cmath.log(a / b) - 1 for a, b in zip(p, w))


def generalized_renyi(p, w, alpha):
    inner = sum(a**alpha * b ** (1 - alpha) - alpha * a + (alpha - 1) * b for a, b in zip(p, w))
    return cmath.log(1 + inner) / (alpha - 1)


def gamma_divergence(p, w, gamma):
    data = cmath.log(sum(a ** (gamma + 1) for a in p)) / (gamma * (gamma + 1))
    prototype = cmath.log(sum(b ** (gamma + 1) for b in w)) / (gamma + 1)
    return data + prototype - cmath.log(sum(a * b**gamma for a, b in zip(p, w))) / gamma


EUCLID = ("squared-euclidean", {}, squared_euclidean)
KULLBACK = ("generalized-kullback-leibler", {}, generalized_kullback_leibler)
ITAKURA = ("itakura-saito", {}, itakura_saito)
RENYI = ("generalized-renyi", {"alpha": 0.5}, lambda p, w: generalized_renyi(p, w, 0.5))
RENYI2 = ("generalized-renyi", {"alpha": 2}, lambda p, w: generalized_renyi(p, w, 2))
GAMMA1 = ("gamma", {"gamma": 1}, lambda p, w: gamma_divergence(p, w, 1))
GAMMA2 = ("gamma", {"gamma": 2}, lambda p, w: gamma_divergence(p, w, 2))
CAUCHY = ("cauchy-schwarz", {}, lambda p, w: gamma_divergence(p, w, 1))


# --- squared distances of units -------------------------------------------------------------------------------------

def squared_distance(topology, columns, rows, k, j):
    down, right = abs(k // columns - j // columns), abs(k % columns - j % columns)
    if topology == "torus":
        down, right = min(down, rows - down), min(right, columns - right)
    if topology == "hexagon":
        shift = (k // columns % 2 - j // columns % 2) / 2
        return (k % columns - j % columns + shift) ** 2 + 0.75 * down**2
    return right**2 + down**2


# --- one step -------------------------------------------------------------------------------------------------------

def decide(values, least_gap=1e-6):
    """The index of the least value; no decision of these tables may hang on rounding."""
    order = sorted(range(len(values)), key=values.__getitem__)
    assert values[order[1]] - values[order[0]] > least_gap
    return order[0]


def pulls(case, d):
    """The factors h of the distances d in the loss, and the winner."""
    units = range(len(d))
    if case["method"] in ("neural-gas", "fl-ng"):
        assert min(abs(d[k] - d[j]) for k in units for j in units if k != j) > 1e-6
        ranks = [sum(d[j] < d[k] for j in units) for k in units]
        return [math.exp(-rank / case["sigma"]) for rank in ranks], ranks.index(0)
    h = [[math.exp(-case["lattice"][k][j] / (2 * case["sigma"] ** 2)) for j in units] for k in units]
    shared = [sum(h[k][j] * d[j] for j in units) for k in units]
    winner = decide(d if case["winner"] == "kohonen" else shared)
    return h[winner], winner


def loss(case, x, membership, h, w, y):
    d = [case["d"][2](x, unit) for unit in w]
    result = (1 - case["beta"]) * sum(a * b for a, b in zip(h, d)) / 2
    if case["beta"]:
        kernel = [cmath.exp(-value / (2 * case["kernel_width"] ** 2)) for value in d]
        result += case["beta"] * sum(g * case["psi"][2](membership, label) for g, label in zip(kernel, y)) / 2
    return result


def slopes(function, rows):
    """The derivatives of function(rows) by every entry of rows."""
    def slope(k, l):
        nudged = [list(row) for row in rows]
        nudged[k][l] += 1j * TAU
        return function(nudged).imag / TAU
    return [[slope(k, l) for l in range(len(row))] for k, row in enumerate(rows)]


def stepped(rows, gradient, rate, keeps_sum=False):
    result = [[b - rate * g for b, g in zip(row, slope)] for row, slope in zip(rows, gradient)]
    if keeps_sum:  # where the size of a prototype is nothing to the dissimilarity, it stays
        result = [[b * (sum(old) / sum(new)) for b in new] for old, new in zip(rows, result)]
    for old, new in zip(sum(rows, []), sum(result, [])):
        assert new > 0.05 and abs(new - old) < 0.2 * old
    return result


def run(case):
    w, y, case["winners"] = case["start"], case["start_labels"], []
    for _ in range(PASSES):
        for x, membership in zip(case["samples"], case["memberships"]):
            h, winner = pulls(case, [case["d"][2](x, unit).real for unit in w])
            case["winners"].append(winner)
            gradient = slopes(lambda rows: loss(case, x, membership, h, rows, y), w)
            label_gradient = slopes(lambda rows: loss(case, x, membership, h, w, rows), y)
            w, y = stepped(w, gradient, case["rate"], case["d"][0] in SCALE_FREE), stepped(y, label_gradient, case["rate"])
    case["end"], case["end_labels"] = w, y
    return case


# --- the cases ------------------------------------------------------------------------------------------------------

SAMPLES = [[0.3, 1.1, 0.5], [1.2, 0.4, 0.8], [0.6, 0.7, 1.4], [1.5, 0.9, 0.25], [0.45, 0.35, 0.95]]
MEMBERSHIPS = [[0.8, 0.2], [0.3, 0.7], [0.6, 0.4], [0.15, 0.85], [0.55, 0.45]]
UNITS = [[0.5, 0.9, 0.6], [0.8, 0.5, 1.1], [0.7, 1.2, 0.75], [1.3, 0.6, 0.4], [0.4, 0.65, 1.2], [1.0, 1.0, 0.9],
         [0.6, 0.45, 0.55], [1.1, 0.8, 1.3], [0.9, 0.95, 0.35], [0.35, 1.3, 0.8], [1.4, 0.7, 0.65], [0.75, 0.55, 0.85]]
UNIT_LABELS = [[0.7, 0.3], [0.5, 0.5], [0.4, 0.6], [0.25, 0.75]]
# xom: the places that are sampled, and where the units of the five data points (SAMPLES) begin.
PLACES = [[0.4, 1.0], [1.2, 0.5], [0.7, 0.8], [0.9, 1.3], [0.5, 0.3]]
PLACED_UNITS = [[0.6, 0.9], [1.0, 0.7], [0.5, 0.6], [0.8, 1.1], [1.1, 0.4]]

RATES = {"squared-euclidean": 0.1, "generalized-kullback-leibler": 0.05, "itakura-saito": 0.01,
         "generalized-renyi": 0.05, "gamma": 0.1, "cauchy-schwarz": 0.1}
DIVERGENCES = [KULLBACK, ITAKURA, RENYI, RENYI2, GAMMA1, GAMMA2]
WINNERS = {"som": "kohonen", "heskes-som": "heskes", "fl-som": "heskes", "xom": "heskes", "neural-gas": "", "fl-ng": ""}


def spelled(part):
    return " ".join([part[0]] + [str(value) for value in part[1].values()])


def case(method, d, grid=("", 0, 0), sigma=0.75, beta=0.0, psi=EUCLID, xi=None, winner=None):
    topology, columns, rows = grid
    count = len(SAMPLES) if xi else columns * rows or 4
    of_units = [[squared_distance(*grid, k, j) for j in range(count)] for k in range(count)] if columns else []
    of_data = [[xi[2](a, b).real if a != b else 0.0 for b in SAMPLES] for a in SAMPLES] if xi else []
    name = method + (f" on a {topology}" if topology else "") + (f" of {columns} x {rows}" if rows > 1 else "")
    name += ", " + spelled(d) + (", data " + spelled(xi) if xi else "")
    name += (", labels " + spelled(psi) if psi is not EUCLID else "") + (", winner " + winner if winner else "")
    return {"name": name, "method": method, "winner": winner or WINNERS[method], "d": d, "psi": psi, "xi": xi,
            "topology": topology, "columns": columns, "rows": rows, "lattice": of_data or of_units,
            "sigma": sigma, "beta": beta, "kernel_width": 0.6, "rate": RATES[d[0]],
            "samples": PLACES if xi else SAMPLES, "memberships": MEMBERSHIPS,
            "start": PLACED_UNITS if xi else UNITS[:count], "start_labels": UNIT_LABELS if beta else []}


CHAIN = ("chain", 4, 1)
# Widths at which Heskes' winners differ from Kohonen's and change on the way.
GRIDS = [(CHAIN, 0.75), (("rectangle", 2, 3), 0.75), (("hexagon", 3, 2), 0.75), (("hexagon", 2, 3), 1.1),
         (("torus", 3, 3), 0.75), (("torus", 4, 3), 0.75)]
CASES = (
    [case(method, EUCLID, grid, sigma) for method in ("som", "heskes-som") for grid, sigma in GRIDS]
    + [case(method, d, CHAIN, 0.8 if d is GAMMA2 else 0.75) for method in ("som", "heskes-som") for d in DIVERGENCES]
    + [case("heskes-som", CAUCHY, CHAIN)]
    + [case("neural-gas", d, sigma=1.3) for d in [EUCLID] + DIVERGENCES]
    + [case("xom", d, sigma=0.5, xi=xi) for d, xi in [(EUCLID, EUCLID), (EUCLID, KULLBACK), (KULLBACK, KULLBACK),
       (ITAKURA, ITAKURA), (RENYI, EUCLID), (RENYI2, RENYI2), (GAMMA1, GAMMA2), (GAMMA2, ITAKURA)]]
    + [case("fl-som", d, CHAIN, 0.8 if d is GAMMA2 else 0.75, beta=0.4) for d in [EUCLID] + DIVERGENCES]
    + [case("fl-ng", d, sigma=1.3, beta=0.4) for d in [EUCLID] + DIVERGENCES]
    + [case("fl-som", d, CHAIN, beta=0.4, psi=KULLBACK) for d in (EUCLID, KULLBACK)]
    + [case("fl-ng", d, sigma=1.3, beta=0.4, psi=KULLBACK) for d in (EUCLID, GAMMA1)])


# --- the header -----------------------------------------------------------------------------------------------------

HEADER = pathlib.Path(__file__).with_suffix(".hpp")
MARK = "// The tables.\n"


def quoted(text):
    return f'"{text}"'


def number(value):
    return repr(value) if len(repr(value)) < 7 else f"{value:.17g}"


def table(rows):
    return "{" + ", ".join("{" + ", ".join(map(number, row)) + "}" for row in rows) + "}"


def part(choice):
    options = ", ".join(f"{{{quoted(key)}, {quoted(value)}}}" for key, value in choice[1].items())
    return f"{{{quoted(choice[0])}, {{{options}}}}}"


def entry(c):
    fields = [("name", quoted(c["name"])), ("method", quoted(c["method"])), ("winner", quoted(c["winner"])),
              ("dissimilarity", part(c["d"]))]
    if c["topology"]:
        fields += [("topology", quoted(c["topology"])), ("columns", str(c["columns"])), ("rows", str(c["rows"]))]
    fields += [("sigma", number(c["sigma"])), ("rate", number(c["rate"]))]
    if c["beta"]:
        fields += [("balance", number(c["beta"])), ("kernel_width", number(c["kernel_width"])),
                   ("label_dissimilarity", part(c["psi"]))]
    if c["xi"]:
        fields += [("data_dissimilarity", part(c["xi"])), ("data", "SAMPLES"), ("lattice", table(c["lattice"]))]
    fields += [("samples", "PLACES" if c["xi"] else "SAMPLES")]
    if c["beta"]:
        fields += [("memberships", "MEMBERSHIPS")]
    fields += [("start", "PLACED_UNITS" if c["xi"] else f"first_units({len(c['start'])})")]
    if c["beta"]:
        fields += [("start_labels", "UNIT_LABELS")]
    fields += [("winners", "{" + ", ".join(map(str, c["winners"])) + "}"), ("end", table(c["end"]))]
    if c["beta"]:
        fields += [("end_labels", table(c["end_labels"]))]
    return "{" + ", ".join(f".{name} = {value}" for name, value in fields) + "},"


def tables():
    shared = {"SAMPLES": SAMPLES, "MEMBERSHIPS": MEMBERSHIPS, "UNITS": UNITS, "UNIT_LABELS": UNIT_LABELS,
              "PLACES": PLACES, "PLACED_UNITS": PLACED_UNITS}
    return "\n".join(
        [f"inline const Rows {name} = {table(rows)};" for name, rows in shared.items()]
        + ["", "inline Rows first_units(int count) { return {UNITS.begin(), UNITS.begin() + count}; }", "",
           "inline const std::vector<MapTrajectory> map_trajectories = {"]
        + [entry(run(c)) for c in CASES]
        + ["};", "", "}   // namespace protea::trajectories", ""])


if __name__ == "__main__":
    above = HEADER.read_text().split(MARK)[0]
    HEADER.write_text(above + MARK + tables())
