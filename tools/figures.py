#!/usr/bin/env python3
"""Draws every figure that `protea reproduce` knows, in its quick form, and an index page of all.

Usage: figures.py PROTEA FOLDER [DOCS]     the command, where pages and figures go, and a folder whose figures are drawn again
FOLDER/index.html shows the figures of FOLDER/svg and links to the page of each experiment; it asks for nothing beyond
the folder. Of DOCS those files are replaced that are there.
"""

import html
import json
import pathlib
import re
import subprocess
import sys

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 84rem; padding: 0 1rem; color: #222; background: #fff }
section { border-top: 1px solid #ccc; padding: 1rem 0 }
.figures { display: flex; flex-wrap: wrap; gap: 1rem }
figure { margin: 0; width: 27rem; max-width: 100% }
img { width: 100%; height: auto }
figcaption { font-size: 0.85rem; color: #444 }
"""


def document_of(page):
    """What a page is made of: see web/FORMAT.md."""
    found = re.search(r'<script type="application/json" id="document">(.*?)</script>', page, re.DOTALL)
    if not found:
        raise SystemExit("figures: a page without a document")
    return json.loads(found.group(1))


def section_of(name, document):
    figures = [figure for section in document["sections"] for figure in section["figures"]]
    shown = "\n".join(
        f'<figure><a href="{name}.html"><img src="svg/{figure["id"]}.svg" alt="{html.escape(figure["title"])}"></a>'
        f"<figcaption><strong>{html.escape(figure['title'])}.</strong> {html.escape(figure['caption'])}</figcaption></figure>"
        for figure in figures)
    return (f'<section id="{name}">\n<h2><a href="{name}.html">{html.escape(document["title"])}</a></h2>\n'
            f'<p>{html.escape(document["lead"])}</p>\n<div class="figures">\n{shown}\n</div>\n</section>')


def index_of(documents):
    contents = "\n".join(f'<li><a href="#{name}">{html.escape(document["title"])}</a></li>'
                         for name, document in documents.items())
    sections = "\n".join(section_of(name, document) for name, document in documents.items())
    return (f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Tables and figures, measured again</title>\n'
            f'<meta name="viewport" content="width=device-width">\n<style>{STYLE}</style>\n'
            f"<h1>Tables and figures, measured again</h1>\n<ul>\n{contents}\n</ul>\n{sections}\n</html>\n")


def refresh(docs, svg):
    for old in sorted(docs.glob("*.svg")):
        new = svg / old.name
        if not new.exists():
            print(f"figures: {old.name} of {docs} is drawn by no experiment", file=sys.stderr)
        elif new.read_bytes() != old.read_bytes():
            old.write_bytes(new.read_bytes())
            print(f"figures: {old} drawn again")


def main(protea, folder, docs=None):
    folder = pathlib.Path(folder)
    svg = folder / "svg"
    svg.mkdir(parents=True, exist_ok=True)
    for old in svg.glob("*.svg"):
        old.unlink()
    documents = {}
    for name in subprocess.run([protea, "reproduce", "--list"], check=True, capture_output=True, text=True).stdout.split():
        page = folder / f"{name}.html"
        subprocess.run([protea, "reproduce", name, "--quick", "--quiet", "--report", page, "--svg", svg], check=True,
                       stdout=subprocess.DEVNULL)
        documents[name] = document_of(page.read_text(encoding="utf-8"))
    (folder / "index.html").write_text(index_of(documents), encoding="utf-8")
    print(f"figures: {len(documents)} experiments, {len(list(svg.glob('*.svg')))} figures, {folder / 'index.html'}")
    if docs:
        refresh(pathlib.Path(docs), svg)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
