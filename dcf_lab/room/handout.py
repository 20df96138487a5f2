"""A handout: a lesson, scenario, puzzle or saved game as one file without a server: paper to print, and a live part to try.

The file asks nobody for anything: its policy allows what stands in it and nothing else. Programs and their look are packed, so
that the whole stays small; where a browser cannot unpack them, or runs none, the paper is there to read.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from dataclasses import dataclass
from html import escape

from dcf_lab.lab.widget import PAGE, joined, plotly, style
from dcf_lab.lessons.compile import Compiled
from dcf_lab.room.live import live
from dcf_lab.room.material import LESSON, Material
from dcf_lab.room.paper import BESIDE, END, NONE, Paper
from dcf_lab.room.results import Results

ANSWERS = (END, BESIDE, NONE)
POLICY = "; ".join([
    "default-src 'none'", "script-src 'unsafe-inline'", "style-src 'unsafe-inline'", "img-src data: blob:", "base-uri 'none'",
    "form-action 'none'",
])  # fmt: skip
UNREAD = re.compile(r"^\s*//.*\n|^[ \t]+|[ \t]+// [^\"'`\n]*$", re.M)  # of a program: comments, and how far its lines are set in
# what is unpacked comes first in the head, so that the style of the paper has the last word
UNPACK = """
const unpacked = async (name) => {
  const packed = Uint8Array.from(atob(document.getElementById(name).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
};
const add = (name, told) => document.head.prepend(Object.assign(document.createElement(name), told));
(async () => {
  add("style", { textContent: await unpacked("look") });
  if (document.getElementById("plotly")) add("script", { textContent: await unpacked("plotly") });
  add("script", { type: "module", textContent: await unpacked("program") });
})().catch(() => {});
"""


@dataclass(frozen=True)
class Wanted:
    """How somebody wants a handout."""

    answers: str = END
    notes: bool = False
    small: bool = False  # without the program that draws timelines: they are pictures then
    results: Results | None = None


def handout(what: Material | Compiled, wanted: Wanted | None = None) -> str:
    """The whole file."""
    given = what if isinstance(what, Material) else Material(LESSON, what)
    wanted = wanted or Wanted()
    data = live(given, wanted.notes, wanted.small, wanted.results)
    paper, boards = Paper(given, wanted.answers, wanted.notes, wanted.results, drawn=wanted.small).html()
    look = (PAGE / "room" / "paper.css").read_text(encoding="utf-8") + boards
    page = "room/handout_small.js" if wanted.small else "room/handout_whole.js"
    packed = {"look": style(page), "program": UNREAD.sub("", joined(page))}
    if not wanted.small:
        packed["plotly"] = plotly().decode()
    return "\n".join([
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">',
        f"<title>{escape(given.scenario.title)}</title><style>{look}</style></head>",
        f'<body class="room-handout"><div id="page" class="dcf"></div><main class="paper">{paper}</main>',
        f'<script type="application/json" id="data">{_harmless(data)}</script>',
        *(f'<script type="text/plain" id="{name}">{_packed(text)}</script>' for name, text in packed.items()),
        f"<script>{UNPACK}</script></body></html>",
    ])  # fmt: skip


def _harmless(data: object) -> str:
    """Data inside a page: nothing in it begins or ends an element."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


def _packed(text: str) -> str:
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
