"""What the tests share."""

import os
import subprocess

import numpy as np
import pytest


def pytest_collection_modifyitems(config, items):
    """PROTEA_SHARD=2/3 runs every third test, from the second on."""
    shard, _, shards = os.environ.get("PROTEA_SHARD", "1/1").partition("/")
    items[:] = items[int(shard) - 1 :: int(shards)]


@pytest.fixture(scope="session")
def command():
    """Runs the command line of the same build."""
    path = os.environ.get("PROTEA_COMMAND")
    if not path:
        pytest.skip("PROTEA_COMMAND names no command line")

    def run(*arguments):
        return subprocess.run([path, *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    return run


@pytest.fixture(scope="session")
def iris():
    from sklearn.datasets import load_iris

    return load_iris(return_X_y=True)


@pytest.fixture
def two_groups():
    """Two well parted groups of 20 rows in the plane, about (0, 0) and (10, 10)."""
    random = np.random.RandomState(0)
    X = np.vstack([random.normal(0, 1, (20, 2)), random.normal(10, 1, (20, 2))])
    return X, np.repeat(["left", "right"], 20)


@pytest.fixture
def ten_after_nine(iris):
    """Classes that the core orders as 9, 10, 11, and numpy as 10, 11, 9."""
    return iris[0], np.array(["9", "10", "11"])[iris[1]]
