"""dcf_lab: a laboratory for the rules of super-hero card games."""

import sys
from typing import Any

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
