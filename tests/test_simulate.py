"""Bots, and many games between them: fair, repeatable, the same on a cluster, and good enough to judge balance."""

import csv
import json
import os
import pty
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dcf_lab.bots import bot, greedy
from dcf_lab.engine.cards import find_pack
from dcf_lab.games.dc_forever import library
from dcf_lab.games.dc_forever.box import HERO, ROGUE
from dcf_lab.games.dc_forever.hunch import hunch
from dcf_lab.games.dc_forever.invariants import problems
from dcf_lab.games.dc_forever.judge import judge
from dcf_lab.games.dc_forever.matches import Teams, problem_with, random_teams, starting_duos, team_game
from dcf_lab.games.dc_forever.resample import resampled
from dcf_lab.games.dc_forever.view import view
from dcf_lab.scenario import parse
from dcf_lab.simulate import MIND, Plan, SimulationError, check, play_game, simulate, summary, write_rows

COMMAND = Path(sys.executable).with_name("dcf-lab")


def game_of(seed, answers=0):
    """A match of random teams after so many hasty answers."""
    roll = random.Random(seed)
    game = team_game(random_teams(roll, library()), seed, log=False, round_limit=30)
    for _ in range(answers):
        if game.choice is None:
            break
        game.answer(roll.choices(game.choice.options, hunch(game.table, game.choice))[0])
    return game


# teams


def test_every_legal_pair_of_starting_duos_can_be_set_up():
    """2-Player Standard Setup 3: two characters whose recruitment costs are 16 at most."""
    cards = library()
    rogues, heroes = starting_duos(cards, ROGUE), starting_duos(cards, HERO)
    assert len(rogues) > 20 and len(heroes) > 20
    for first in rogues:
        for second in heroes:
            game = team_game(_with_reserves(first, second), seed=1, log=False)
            table = game.table
            assert table.zone(ROGUE, "characters") == first and table.zone(HERO, "characters") == second
            assert all(len(table.zone(side, "hand")) + len(table.zone(side, "deck")) >= 12 for side in (ROGUE, HERO))
            assert game.choice is not None and not problems(table)


def _with_reserves(rogues, heroes):
    cards = library()

    def filled(duo, side):
        rest = [card for card in cards if cards[card].type == side and card not in duo]
        return (*duo, *rest[:2])

    return Teams(filled(rogues, ROGUE), filled(heroes, HERO))


def test_every_character_may_start_with_somebody():
    for side in (ROGUE, HERO):
        assert {card for duo in starting_duos(library(), side) for card in duo} == {
            card for card in library() if library()[card].type == side
        }


def test_teams_that_cannot_meet_are_refused_with_the_reason():
    good = random_teams(random.Random(1), library())
    assert problem_with(good, library()) == ""
    assert "no rogue of this box" in problem_with(Teams(good.hero, good.hero), library())
    assert "4 different characters" in problem_with(Teams(good.rogue[:3], good.hero), library())
    dear = sorted((c for c in library() if library()[c].type == HERO), key=lambda c: -library()[c].value("cost"))
    assert "together, more than 16" in problem_with(Teams(good.rogue, tuple(dear[:4])), library())
    with pytest.raises(SimulationError, match="no hero of this box"):
        check(Plan(heroes=("batman", "superman", "aquaman", "cheetah")))


# what bots may know


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 150))
def test_a_player_cannot_tell_a_resampled_game_from_the_real_one(seed, answers):
    game = game_of(seed, answers)
    if game.choice is None:
        return
    player = game.choice.player
    other = resampled(game, player, random.Random(seed))
    mine, theirs = view(game.table, player), view(other.table, player)
    assert mine == theirs
    assert other.choice.options == game.choice.options and other.choice.prompt == game.choice.prompt
    assert not problems(other.table)
    assert judge(other.table, player, True) == judge(game.table, player, True), "the judge has seen a hidden card"


def test_resampling_deals_other_hidden_cards_and_leaves_the_real_game_alone():
    game = game_of(3, 40)
    player, foe = (ROGUE, HERO) if game.choice.player == ROGUE else (HERO, ROGUE)
    before = game.table.as_json()
    deals = {resampled(game, player, random.Random(seed)).table.zone(foe, "hand") for seed in range(20)}
    assert len(deals) > 10
    assert game.table.as_json() == before


def test_a_bot_answers_without_changing_the_game():
    for name in ("random", "greedy", "search"):
        game = game_of(4, 30)
        before = game.table.as_json()
        assert bot(name, MIND, 1, effort=5)(game) in game.choice.options
        assert game.table.as_json() == before


# how bots play

LAST_SCHEME = """
title = "The fifth Scheme"
[table]
phase = "rogue provoke"
master_plan = ["dose_the_city", "humble_atlantis", "rule_by_fear", "korugar_remade"]
[table.rogue]
characters = ["cheetah", "the_joker"]
[table.hero]
characters = [{ card = "batman", at = "the_daily_planet" }]
[[table.locations]]
card = "the_daily_planet"
[[table.locations]]
card = "arkham_asylum"
scheme = { card = "claim_the_bloodline", citizens = 4 }
"""


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_a_bot_that_looks_ahead_completes_the_scheme_that_wins(name):
    game = parse(LAST_SCHEME).game(log=False, take_chances=False)
    player = bot(name, MIND, 1, effort=10)
    while game.choice is not None and game.choice.player == ROGUE:
        game.answer(player(game))
    while game.choice is not None:
        options = game.choice.options
        game.answer(player(game) if game.choice.player == ROGUE else "pass" if "pass" in options else options[-1])
    assert (game.table.facts["winner"], game.table.facts["won by"]) == (ROGUE, "schemes")


def test_greedy_attacks_whom_it_can_knock_out():
    text = LAST_SCHEME.replace('master_plan = ["dose_the_city", "humble_atlantis", "rule_by_fear", "korugar_remade"]', "")
    text = text.replace('at = "the_daily_planet" }', 'at = "the_daily_planet", damage = 5 }')
    game = parse(text).game(log=False, take_chances=False)
    assert greedy(game, MIND, random.Random(1)) == "activate cheetah at the_daily_planet"


@pytest.mark.parametrize("plan, side", [(Plan("greedy", "random"), ROGUE), (Plan("random", "greedy"), HERO)])
def test_greedy_beats_random_from_either_side(plan, side):
    rows = list(simulate(plan, 12))
    assert sum(row["winner"] == side for row in rows) >= 10


# many games


def test_a_plan_and_a_number_say_all_about_a_game():
    assert play_game(Plan(seed=5), 3) == play_game(Plan(seed=5), 3)
    assert play_game(Plan(seed=5), 3) != play_game(Plan(seed=6), 3)


def test_games_keep_the_rules_and_their_order_whoever_plays_them():
    plan = Plan()
    alone = list(simulate(plan, 20, workers=1))
    assert [row["game"] for row in alone] == list(range(20))
    assert alone == list(simulate(plan, 20, workers=2))
    data = summary(alone, plan)
    assert data["problems"] == [] and 0 <= data["rogue_wins"] <= 1
    assert abs(sum(data["ways"].values()) - 1) < 1e-9
    assert sum(entry["games"] for entry in data["characters"].values()) == 20 * 8


def test_fixed_teams_meet_again_and_again():
    plan = Plan(rogues=("cheetah", "the_joker", "punchline", "black_manta"))
    rows = list(simulate(plan, 3))
    assert {row["rogues"] for row in rows} == {"cheetah the_joker punchline black_manta"}
    assert len({row["heroes"] for row in rows}) > 1


def test_a_cluster_of_two_workers_gives_the_same_rows():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        far = list(simulate(Plan(), 20, cluster=cluster.scheduler_address))
    assert far == list(simulate(Plan(), 20))


def test_the_cards_of_a_pack_are_played_on_this_machine_and_on_a_cluster(tmp_path):
    (tmp_path / "mine.toml").write_text('[crime_alley]\ntype = "location"\ncitizens = 9\n[batman]\nhealth = 2\n')
    plan = Plan("random", "random", packs=(find_pack(tmp_path / "mine.toml"),))
    (tmp_path / "mine.toml").unlink()  # it travels with the plan
    rows = list(simulate(plan, 30))
    assert summary(rows, plan)["used"]["crime_alley"] > 0
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        assert list(simulate(plan, 30, cluster=cluster.scheduler_address)) == rows


def test_no_scheduler_is_a_sentence():
    pytest.importorskip("distributed")
    with pytest.raises(SimulationError, match="no Dask scheduler answers"):
        list(simulate(Plan(), 1, cluster="tcp://127.0.0.1:9"))


def test_rows_are_the_same_as_csv_and_as_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = list(simulate(Plan("random", "random"), 4))
    write_rows(rows, tmp_path / "rows.csv")
    write_rows(rows, tmp_path / "rows.parquet")
    with (tmp_path / "rows.csv").open(newline="") as file:
        read = list(csv.DictReader(file))
    assert read == [{word: str(value) for word, value in row.items()} for row in rows]
    assert parquet.read_table(tmp_path / "rows.parquet").to_pylist() == rows


# the command


def run(*arguments, **more):
    return subprocess.run([COMMAND, "simulate", *arguments], capture_output=True, text=True, timeout=120, check=False, **more)


def test_the_command_prints_a_summary_and_writes_rows(tmp_path):
    done = run("--games", "6", "--rogue", "greedy", "--hero", "random", "--out", "rows.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "6 games" in done.stdout and "Rogues win" in done.stdout
    assert len((tmp_path / "rows.csv").read_text().splitlines()) == 7


def test_the_command_speaks_json():
    done = run("--games", "3", "--rogue", "random", "--hero", "random", "--json")
    data = json.loads(done.stdout)
    assert data["games"] == 3 and set(data) >= {"rogue_wins", "ways", "median_rounds", "characters", "used", "problems"}


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (("--games", "0"), "from 1 to"),
        (("--rogue", "clever"), "invalid choice"),
        (("--teams", "cheetah,the_jocker,punchline,black_manta/random"), "did you mean 'the_joker'"),
        (("--teams", "cheetah"), "rogues/heroes"),
        (("--out", "rows.xlsx"), ".csv or .parquet"),
        (("--out", "nowhere/rows.csv"), "no such folder"),
    ],
)
def test_a_mistake_is_a_sentence_and_nothing_is_played(arguments, sentence, tmp_path):
    done = run("--games", "2", *arguments, cwd=tmp_path)
    assert done.returncode == 2 and sentence in done.stderr and "Traceback" not in done.stderr


def test_at_a_terminal_a_bar_shows_how_far_it_is():
    ours, theirs = pty.openpty()
    arguments = [COMMAND, "simulate", "--games", "20", "--rogue", "random", "--hero", "random"]
    process = subprocess.Popen(arguments, stderr=theirs, stdout=subprocess.DEVNULL)
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 1000):
            shown += chunk
    except OSError:  # the other end is closed
        pass
    assert process.wait() == 0
    assert b"20/20" in shown and b"#" in shown
