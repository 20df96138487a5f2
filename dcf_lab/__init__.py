"""dcf_lab: a laboratory for the rules of super-hero card games."""

import sys
from importlib import import_module
from typing import Any

# what a notebook needs, and where it is; read when it is asked for, so that a kernel reads nothing that nobody uses
_OFFERED = {
    "read": "lab.shelf:scenario",
    "Timeline": "timeline.timeline:Timeline",
    "new_game": "timeline.timeline:new_game",
    "cause_graph": "analysis.causes:cause_graph",
    "figure": "analysis.series:figure",
    "manual": "games:manual",
    **dict.fromkeys(
        ("Session", "Board", "Now", "Answers", "Stepper", "Log", "CauseGraph", "Timelines", "Tree", "Rulings"), "lab.widgets"
    ),
    **dict.fromkeys(("explore", "board", "graph", "timelines"), "lab.widgets"),
}

__all__ = list(_OFFERED)


def __getattr__(name: str) -> Any:
    if name not in _OFFERED:
        raise AttributeError(f"dcf_lab has no {name!r}; it has {', '.join(_OFFERED)}")
    module, _, inside = _OFFERED[name].partition(":")
    return getattr(import_module(f"dcf_lab.{module}"), inside or name)


def __dir__() -> list[str]:
    return [*globals(), *_OFFERED]


# module and class of what shows itself in a notebook; by name, so that nothing is imported until it is shown
_SHOWN = (
    ("dcf_lab.engine.table", "Table"),
    ("dcf_lab.engine.table", "Event"),
    ("dcf_lab.engine.game", "Game"),
    ("dcf_lab.engine.game", "Choice"),
    ("dcf_lab.engine.cards.cards", "Card"),
    ("dcf_lab.timeline.timeline", "Timeline"),
)


def _html(thing: Any) -> str:
    from dcf_lab.timeline.display import html

    return str(html(thing))


def _show_in_notebooks() -> None:
    """Where IPython is running, tell it how our things look; elsewhere do nothing."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        formatter = shell.display_formatter.formatters["text/html"]
        for module, name in _SHOWN:
            formatter.for_type_by_name(module, name, _html)


_show_in_notebooks()
