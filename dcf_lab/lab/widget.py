"""The program and the look of the page, put together from its files, as the widgets of the lab bring them to a browser."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from dcf_lab.games import folder_of, names

HERE = Path(__file__).resolve().parent
PAGE = HERE / "page"
IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.M)  # what, and out of which file


@lru_cache(maxsize=1)
def script() -> str:
    """The whole lab as one module, as its widget wants it."""
    return f"{joined('app.js')}\nexport default {{ initialize: beginSession, render: openPage }};"


@lru_cache(maxsize=8)
def joined(entry: str) -> str:
    """A file of the page and all that it imports as one: each says what it needs, and is joined here without a build step."""
    vendor = (HERE / "vendor" / "htm-preact.js").read_text(encoding="utf-8")
    parts = [
        # the bundle must not find the module loaders of the page that it comes into
        f"const {{html, render, Component, useState, useEffect, useRef, useMemo, useLayoutEffect}} = "
        f"(function () {{ const module = {{exports: {{}}}}; const exports = module.exports;\n{vendor}\nreturn exports; }})();"
    ]
    for file in modules(entry):
        parts.append(re.sub("^export ", "", IMPORT.sub("", file.read_text(encoding="utf-8")), flags=re.M))
    return "\n".join(parts)


@lru_cache(maxsize=8)
def style(entry: str = "app.js") -> str:
    """The look of the whole, then that of each part that has its own, of each game's board, and last of phones and of paper."""
    files = [PAGE / "common" / "page.css", *(file.with_suffix(".css") for file in modules(entry))]
    files += [folder_of(game) / "board.css" for game in names()]
    files += [PAGE / "common" / "phone.css", PAGE / "common" / "print.css"]
    texts = {file: file.read_text(encoding="utf-8") for file in files if file.exists()}
    if entry == "app.js":  # what a room looks like must not reach beyond the lessons of the lab
        texts |= {file: text.replace(".dcf ", ".dcf .lesson-page ") for file, text in texts.items() if file.parent.name == "room"}
    return "\n".join(texts.values())


def modules(entry: str = "app.js") -> list[Path]:
    """A file of the page and those that it imports, each after those that it imports itself."""
    found: list[Path] = []

    def visit(file: Path, way: tuple[Path, ...]) -> None:
        if file in way:
            raise ImportError(f"files of the page import each other: {', '.join(one.name for one in (*way, file))}")
        if file not in found:
            for _, path in IMPORT.findall(file.read_text(encoding="utf-8")):
                visit((file.parent / path).resolve(), (*way, file))
            found.append(file)

    visit(PAGE / entry, ())
    return found


def plotly() -> bytes:
    """The program that draws timelines, for a notebook: a served page has loaded it already."""
    return (HERE.parent / "jupyter/voila/templates/dcf/static/plotly-basic.min.js").read_bytes()
