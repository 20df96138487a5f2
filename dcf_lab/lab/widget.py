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
    """The page's modules as one: each is a file of its own that says what it imports, joined here without a build step."""
    vendor = (HERE / "vendor" / "htm-preact.js").read_text(encoding="utf-8")
    parts = [
        # the bundle must not find the module loaders of the page that it comes into
        f"const {{html, render, Component, useState, useEffect, useRef, useMemo, useLayoutEffect}} = "
        f"(function () {{ const module = {{exports: {{}}}}; const exports = module.exports;\n{vendor}\nreturn exports; }})();"
    ]
    for file in modules():
        parts.append(re.sub("^export ", "", IMPORT.sub("", file.read_text(encoding="utf-8")), flags=re.M))
    return "\n".join([*parts, "export default { initialize: beginSession, render: openPage };"])


@lru_cache(maxsize=1)
def style() -> str:
    """The look of the whole, then that of each part that has its own, of each game's board, and last of phones and of paper."""
    files = [PAGE / "common" / "page.css", *(file.with_suffix(".css") for file in modules())]
    files += [folder_of(game) / "board.css" for game in names()]
    files += [PAGE / "common" / "phone.css", PAGE / "common" / "print.css"]
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.exists())


def modules() -> list[Path]:
    """The files of the page, each after those that it imports."""
    found: list[Path] = []

    def visit(file: Path, way: tuple[Path, ...]) -> None:
        if file in way:
            raise ImportError(f"files of the page import each other: {', '.join(one.name for one in (*way, file))}")
        if file not in found:
            for _, path in IMPORT.findall(file.read_text(encoding="utf-8")):
                visit((file.parent / path).resolve(), (*way, file))
            found.append(file)

    visit(PAGE / "app.js", ())
    return found


def plotly() -> bytes:
    """The program that draws timelines, for a notebook: a served page has loaded it already."""
    return (HERE.parent / "jupyter/voila/templates/dcf/static/plotly-basic.min.js").read_bytes()
