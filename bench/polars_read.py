"""Their side of against_polars.sh: `generate FILE ROWS` writes the text, `read FILE` prints the processor and the wall
seconds of polars.read_csv; POLARS_MAX_THREADS says on how many threads."""
import sys
import time


def generate(path, rows):
    import numpy

    names = ["setosa", "versicolor", "virginica", "alpina", "montana"]
    random = numpy.random.default_rng(1)
    with open(path, "w") as out:
        out.write(",".join(f"f{j}" for j in range(16)) + ",class\n")
        for start in range(0, rows, 50_000):
            count = min(50_000, rows - start)
            x = random.normal(size=(count, 16)) * 10
            y = random.integers(0, len(names), count)
            out.write("".join(",".join("%.6g" % v for v in row) + "," + names[c] + "\n" for row, c in zip(x, y)))


def read(path):
    import polars

    wall, processor = time.perf_counter(), time.process_time()
    polars.read_csv(path)
    print("%.4f %.4f" % (time.process_time() - processor, time.perf_counter() - wall))


if __name__ == "__main__":
    if sys.argv[1] == "generate":
        generate(sys.argv[2], int(sys.argv[3]))
    else:
        read(sys.argv[2])
