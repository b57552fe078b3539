#!/usr/bin/env python3
"""Draws the pictures of docs/gallery.md by the Python that stands below each of them there.

Usage: gallery.py [NAME…]      with the package protea and matplotlib
Without names all pictures are drawn, into docs/gallery/*.svg; what has changed is told.
"""

import io
import pathlib
import re
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

PAGE = pathlib.Path(__file__).resolve().parents[1] / "docs" / "gallery.md"
# The same bytes each time: no date, no random identifiers, two digits behind the point. Letters stay letters, which is
# smaller than their outlines.
LOOK = {"svg.hashsalt": "protea", "svg.fonttype": "none", "figure.figsize": (6.4, 4.8)}


def pictures(page=PAGE):
    """What stands in front of the first picture, and for each picture its file and the block below it."""
    text = page.read_text(encoding="utf-8")
    parts = re.split(r"^!\[\w+\]\((gallery/\w+\.svg)\)$", text, flags=re.MULTILINE)
    blocks = [re.findall(r"^```python\n(.*?)^```$", part, re.MULTILINE | re.DOTALL) for part in parts[::2]]
    if any(len(each) != 1 for each in blocks):
        raise SystemExit(f"{page.name}: in front of the first picture, and below each, one block of Python is wanted")
    return blocks[0][0], {file: each[0] for file, each in zip(parts[1::2], blocks[1:])}


def draw(preamble, block):
    """The axes that a block leaves in `ax`."""
    world = {}
    exec(compile(preamble, str(PAGE), "exec"), world)
    exec(compile(block, str(PAGE), "exec"), world)
    return world["ax"]


def svg_of(figure):
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    svg = re.sub(r"[ \t]+$", "", file.getvalue(), flags=re.MULTILINE)
    return re.sub(r'\b(d|x|y)="[^"]*"', lambda each: re.sub(r"(\.\d\d)\d+", r"\1", each.group()), svg)


def main(wanted):
    preamble, blocks = pictures()
    for file, block in blocks.items():
        path = PAGE.parent / file
        if wanted and path.stem not in wanted:
            continue
        with matplotlib.rc_context(LOOK):
            svg = svg_of(draw(preamble, block).get_figure())
        pyplot.close("all")
        if not path.exists() or path.read_text(encoding="utf-8") != svg:
            path.parent.mkdir(exist_ok=True)
            path.write_text(svg, encoding="utf-8")
            print(f"gallery: {file} drawn, {len(svg) / 1e3:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
