"""Every block of docs/gallery.md draws its picture, and every function of protea.plot has one."""

import importlib.util
import inspect
import pathlib

import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402

from protea import plot  # noqa: E402

root = pathlib.Path(__file__).resolve().parents[2]
_spec = importlib.util.spec_from_file_location("gallery", root / "tools" / "gallery.py")
gallery = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(gallery)
PREAMBLE, PICTURES = gallery.pictures()


@pytest.mark.parametrize("file", PICTURES)
def test_a_block_draws_data(file):
    ax = gallery.draw(PREAMBLE, PICTURES[file])
    assert ax.has_data()
    ax.get_figure().canvas.draw()
    pyplot.close("all")


def test_pictures_are_those_of_the_page_and_small():
    files = {f"gallery/{each.name}": each.stat().st_size for each in (root / "docs" / "gallery").iterdir()}
    assert set(files) == set(PICTURES), "run tools/gallery.py, and remove what the page shows no more"
    assert max(files.values()) < 60_000


def test_every_function_has_a_picture():
    functions = [each for each in vars(plot).values() if inspect.isfunction(each) and each.__module__ == plot.__name__]
    names = [each.__name__ for each in functions if each.__name__[0] != "_"]
    blocks = "\n".join(PICTURES.values())
    assert [name for name in names if f"plot.{name}(" not in blocks] == []


def test_a_picture_has_the_same_bytes_each_time():
    block = PICTURES["gallery/hits.svg"]
    with matplotlib.rc_context(gallery.LOOK):
        first, second = (gallery.svg_of(gallery.draw(PREAMBLE, block).get_figure()) for _ in range(2))
    pyplot.close("all")
    assert first == second
