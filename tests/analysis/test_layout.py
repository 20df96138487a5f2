"""The picture of a graph of causes in a notebook: whatever the game, time runs down and no arrow runs through a box."""

import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from looking_back import random_table, scene, strengthened, the
from random_play import MATCHES

from dcf_lab.analysis.causes import DEPTHS, cause_graph, draw, drawn, picture
from dcf_lab.timeline.run import run

steadily = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
EXAMPLES = [
    "rulebook/e05_threaten_total.toml", "rulebook/e06_attack_with_reduced_modifier.toml",
    "rules/r070_rescue_needs_a_scheme_or_unaligned.toml",
]  # fmt: skip


def check(graph, depth):
    """No two boxes overlap, every arrow goes on in time and crosses no box, and whoever is not drawn is in one who is."""
    nodes, edges = drawn(graph, depth)
    drawing = draw(graph, most=len(nodes), depth=depth)
    boxes = drawing.boxes
    assert list(boxes) == nodes
    assert all(upper.top + upper.height < lower.top for upper, lower in pairwise(boxes.values()))
    assert sorted(map(str, edges)) == sorted(str(tuple(arrow[:3])) for arrow in drawing.arrows)
    for arrow in drawing.arrows:
        cause, effect = boxes[arrow.cause], boxes[arrow.effect]
        assert cause.top < effect.top and (arrow.kind != "triggered by" or cause.left < effect.left)
        for start, end in pairwise(arrow.points):
            (left, right), (top, bottom) = sorted((start[0], end[0])), sorted((start[1], end[1]))
            assert left == right or top == bottom
            for node, box in boxes.items():
                beside = box.left >= right or box.left + box.width <= left
                assert beside or box.top >= bottom or box.top + box.height <= top, (arrow.cause, arrow.effect, node)
    shown = set(nodes)
    for number, stand in graph.stands.items():
        at = stand.at[DEPTHS.index(depth)]
        assert at in shown or at is None and stand.at[0] is None, number


@settings(steadily, max_examples=12)
@given(
    match=st.sampled_from(list(MATCHES)), seed=st.integers(0, 10**6), near=st.booleans(), depth=st.sampled_from(DEPTHS),
)  # fmt: skip
def test_time_runs_one_way_and_nothing_is_covered_whatever_the_game(match, seed, near, depth):
    check(cause_graph(random_table(match, seed, most=60), near=near), depth)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_laid_out_with_all_that_happened(name):
    graph = cause_graph(run(scene(name)).game.table, near=True)
    for depth in DEPTHS:
        check(graph, depth)


def test_the_attack_leads_to_its_modifiers_and_both_to_the_damage():
    """DC Forever, Attack example, without its small steps."""
    table = strengthened()
    graph = cause_graph(table)
    attack, played, taken, hurt = (the(table, kind) for kind in ("declare attack", "play modifier", "reduced modifier", "damage"))
    boxes = draw(graph, depth="effect").boxes

    assert boxes[attack].top < boxes[played].top < boxes[taken].top < boxes[hurt].top
    assert boxes[attack].left < boxes[played].left == boxes[taken].left == boxes[hurt].left
    assert {edge for edge in drawn(graph, "effect")[1] if edge[1] == hurt} == {
        (attack, hurt, "triggered by"), (played, hurt, "modified by"), (taken, hurt, "modified by"),
    }  # fmt: skip
    labels = [graph.nodes[node]["label"] for node in (attack, played, taken, hurt)]
    assert labels == ["Attack on Batman", "Enhanced Strength +3", "−2 by Batman", "4 damage to Batman"]


@settings(steadily, max_examples=8)
@given(match=st.sampled_from(list(MATCHES)), seed=st.integers(0, 10**6), chair=st.integers(0, 4))
def test_labels_are_short_and_have_no_words_of_the_engine(match, seed, chair):
    table = random_table(match, seed)
    seats = (None, *table.rules.players)
    for _, data in cause_graph(table, seat=seats[chair % len(seats)], near=True).nodes(data=True):
        label = data["label"]
        assert label and "_" not in label and "→" not in label and "{" not in label and "None" not in label, data
        assert len(label) <= max(len(data["text"]), 40) or data["kind"] == "near miss", data


def test_the_picture_needs_no_numpy():
    code = "import sys; sys.modules['numpy'] = None; from looking_back import strengthened; "
    code += "from dcf_lab.analysis.causes import cause_graph, picture; print(len(picture(cause_graph(strengthened()))))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd="tests", check=True).stdout
    assert int(said) == len(picture(cause_graph(strengthened())))
