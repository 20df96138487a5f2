"""Timelines as pictures that need no program: for paper, and for a handout that is to be small."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from dcf_lab.analysis.series import COLOURS, DASHES, SHADES, Curve, Series
from dcf_lab.lessons.compile import Part

WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 480, 170, 30, 10, 16, 22  # of the picture, and of what is round the curves
STROKES = dict(zip(DASHES, ("", "8 5", "2 4", "8 4 2 4", "13 5", "13 4 2 4"), strict=True))  # plotly's dashes
LETTER = 6.5  # pixels, at most


def curves(part: Part) -> Iterator[tuple[str, str, str]]:
    """Every timeline of a film on which something moves: what it counts, its title, its picture with the names of its lines."""
    found = Series(part.line.game.table)
    found.take(part.reel)
    begins = part.film.moment(part.line.root.game.table.told)
    for what, lines in found.lines.items():
        if any(line.at[-1] > begins for line in lines.values()):
            yield what, found.groups[what].title, _picture(found, [line for line in lines.values() if any(line.values)])


def _picture(found: Series, lines: list[Curve]) -> str:
    """Stages are shaded, limits dotted; `data-*` tell a page where a moment lies."""
    across = (WIDE - LEFT - RIGHT) / max(found.end, 1)
    highest = max(1, *(number for line in lines for number in (*line.values, line.limit)))
    down = (HIGH - TOP - BOTTOM) / (highest * 1.08)

    def x(moment: int) -> str:
        return f"{LEFT + moment * across:.4g}"

    def y(number: float) -> str:
        return f"{HIGH - BOTTOM - number * down:.4g}"

    shades = {name: SHADES[n % len(SHADES)] for n, name in enumerate(dict.fromkeys(span.name for span in found.stages))}
    drawn = []
    for span in found.stages:
        wide = (span.last - span.first) * across
        drawn.append(
            f'<rect x="{x(span.first)}" y="{TOP}" width="{wide:.4g}" height="{HIGH - TOP - BOTTOM}" fill="{shades[span.name]}"/>'
        )
        if wide > LETTER * len(span.name):
            drawn.append(f'<text x="{x(span.first)}" y="{TOP - 4}">{escape(span.name)}</text>')
    for number in range(0, highest + 1, max(1, -(-highest // 4))):
        drawn.append(f'<path d="M{LEFT} {y(number)}H{WIDE - RIGHT}" stroke="#ccc"/>')
        drawn.append(f'<text x="{LEFT - 4}" y="{float(y(number)) + 4:.4g}" text-anchor="end">{number}</text>')
    for n, line in enumerate(lines):
        colour = COLOURS[n % len(COLOURS)]
        if line.limit:
            drawn.append(f'<path d="M{LEFT} {y(line.limit)}H{WIDE - RIGHT}" stroke="{colour}" stroke-dasharray="1 3"/>')
        points = "".join(f"H{x(at)}V{y(value)}" for at, value in zip(line.at, line.values, strict=True))
        dash = STROKES[DASHES[n % len(DASHES)]]
        drawn.append(
            f'<path d="M{LEFT} {y(line.values[0])}{points}H{x(found.end)}" fill="none" stroke="{colour}" stroke-width="2"'
            f"{f' stroke-dasharray={dash!r}' if ' ' in dash else ''}/>"
        )
    drawn.append(f'<text x="{WIDE - RIGHT}" y="{HIGH - 5}" text-anchor="end">{found.end} events</text>')
    names = "".join(
        f'<li><svg width="26" height="8" aria-hidden="true"><path d="M0 4h26" stroke="{COLOURS[n % len(COLOURS)]}" '
        'stroke-width="2"'
        f"{f' stroke-dasharray={dash!r}' if (dash := STROKES[DASHES[n % len(DASHES)]]) else ''}/></svg> {escape(line.name)}</li>"
        for n, line in enumerate(lines)
    )
    told = "; ".join(f"{line.name} {line.values[-1]}" for line in lines)
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="At the end: {escape(told)}" data-end="{found.end}" '
        f'data-left="{LEFT}" data-right="{WIDE - RIGHT}" font-size="11">{"".join(drawn)}</svg><ul class="names">{names}</ul>'
    )
