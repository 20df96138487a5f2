"""The one widget of the lab: it carries messages between a page in the browser and a handler in the kernel."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from dcf_lab.games import folder_of, names

HERE = Path(__file__).resolve().parent
PAGE = HERE / "page"
IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.M)  # what, and out of which file

Handler = Callable[[dict[str, Any]], Iterator[dict[str, Any]]]


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
    return "\n".join([*parts, "export default { render: openPage };"])


@lru_cache(maxsize=1)
def style() -> str:
    """The look of the whole, then that of each part that has its own, and of each game's board."""
    files = [PAGE / "common" / "page.css", *(file.with_suffix(".css") for file in modules())]
    files += [folder_of(game) / "board.css" for game in names()]
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


class Page(anywidget.AnyWidget):
    """A page of the lab: what the visitor does arrives as messages, and every answer goes back as messages."""

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    page = traitlets.Unicode().tag(sync=True)  # which page it opens: start, explore, puzzles or build

    def __init__(self, page: str, handler: Handler) -> None:
        super().__init__(page=page, _esm=script(), _css=style())
        self._handler = handler
        self.on_msg(self._receive)

    def _receive(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Answer one message. An error in the lab is told to the visitor, and to the server's log."""
        number = message.get("id") if isinstance(message, dict) else None
        try:
            if not isinstance(message, dict) or not isinstance(message.get("do"), str):
                raise TypeError("a message is an object with 'do'")
            if message["do"] == "ping":
                self.send({"show": "pong", "id": number})
                return
            if message["do"] == "plotly":  # outside the served lab nobody has loaded it
                text = (HERE.parent / "jupyter/voila/templates/dcf/static/plotly-basic.min.js").read_bytes()
                self.send({"show": "plotly", "id": number}, [text])
                return
            for answer in self._handler(message):
                self.send({"id": number, **answer})
            self.send({"show": "done", "id": number})
        except Exception as error:
            traceback.print_exc(file=sys.__stderr__)
            text = f"Something went wrong in the lab ({type(error).__name__}). What you see is as it was before."
            self.send({"show": "error", "id": number, "text": text})
