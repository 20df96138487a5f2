"""Bots, and many games between them: fair, repeatable, the same on a cluster, and good enough to judge balance."""

import csv
import json
import os
import pty
import random
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dcf_lab.bots import bots as playing
from dcf_lab.bots import simulate as simulation
from dcf_lab.bots.bots import bot, greedy, score_options
from dcf_lab.bots.simulate import Plan, SimulationError, check, open_rows, play_game, simulate, summary
from dcf_lab.engine.cards.packs import find_pack
from dcf_lab.engine.unseen import resampled
from dcf_lab.games import defaults, manual
from dcf_lab.games.dc_forever import library
from dcf_lab.games.dc_forever.players.judge import judge
from dcf_lab.games.dc_forever.players.mind import MIND
from dcf_lab.games.dc_forever.players.rollout import hunch
from dcf_lab.games.dc_forever.players.teams import Teams, problem_with_team, random_teams, starting_duos, team_game
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE
from dcf_lab.games.dc_forever.rules.setup import SEATINGS
from dcf_lab.games.dc_forever.table.invariants import problems
from dcf_lab.games.dc_forever.table.view import view
from dcf_lab.scenario.file import parse

COMMAND = Path(sys.executable).with_name("dcf-lab")


def plan(rogue="greedy", hero="greedy", **more):
    return Plan("dc_forever", {ROGUE: rogue, HERO: hero}, **more)


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


def test_a_team_that_cannot_play_is_refused_with_the_reason():
    good = random_teams(random.Random(1), library())
    assert problem_with_team(good.rogue, ROGUE, library()) == ""
    assert "no rogue of this box" in problem_with_team(good.hero, ROGUE, library())
    assert "4 different characters" in problem_with_team(good.rogue[:3], ROGUE, library())
    dear = sorted((c for c in library() if library()[c].type == HERO), key=lambda c: -library()[c].value("cost"))
    assert "together, more than 16" in problem_with_team(tuple(dear[:4]), HERO, library())
    with pytest.raises(SimulationError, match="no hero of this box"):
        check(plan(teams={HERO: ("batman", "superman", "aquaman", "cheetah")}))


def test_a_pack_in_which_nobody_can_start_is_refused(tmp_path):
    heroes = [card for card in library() if library()[card].type == HERO]
    (tmp_path / "dear.toml").write_text("".join(f"[{hero}]\ncost = 16\n" for hero in heroes))
    with pytest.raises(SimulationError, match="no two hero characters cost 16 or less"):
        check(plan(packs=(find_pack(tmp_path / "dear.toml"),)))


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


def test_cards_in_each_others_places_are_so_everywhere():
    """Where they lie, what lies on them, what is linked to them and what the table remembers of them."""
    table = parse(LAST_SCHEME).game(log=False, take_chances=False).table
    table.fact("been", ("claim_the_bloodline",))
    names = {"arkham_asylum": "the_daily_planet", "the_daily_planet": "arkham_asylum", "claim_the_bloodline": "go_viral"}
    other = table.renamed(names)
    assert other.zone("the_daily_planet", "scheme") == ("go_viral",) and other.facts["been"] == ("go_viral",)
    assert other.counts["go_viral", "citizens"] == 4 and other.links["batman", "at"] == "arkham_asylum"
    assert table.zone("arkham_asylum", "scheme") == ("claim_the_bloodline",)


def test_a_bot_looks_only_at_resampled_games(monkeypatch):
    """Greedy scores copies of one deal; the real game is never played on."""
    game = game_of(3, 40)
    dealt = []

    def noting(real, player, roll):
        dealt.append(resampled(real, player, roll))
        return dealt[-1]

    before = game.table.as_json()
    monkeypatch.setattr(playing, "resampled", noting)
    first = score_options(game, MIND, random.Random(5))
    # what the deal decides is all that counts: the same deal again, whatever the real cards are
    monkeypatch.setattr(playing, "resampled", lambda real, player, roll: dealt[0])
    again = score_options(dealt[0], MIND, random.Random(6))
    assert first == again and len(dealt) == 1
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


@pytest.mark.parametrize("side, bots", [(ROGUE, ("greedy", "random")), (HERO, ("random", "greedy"))])
def test_greedy_beats_random_from_either_side(side, bots):
    rows = list(simulate(plan(*bots), 12))
    assert sum(row["winner"] == side for row in rows) >= 10


# many games


def test_a_plan_and_a_number_say_all_about_a_game():
    assert play_game(plan(seed=5), 3) == play_game(plan(seed=5), 3)
    assert play_game(plan(seed=5), 3) != play_game(plan(seed=6), 3)


def test_games_keep_the_rules_and_their_order_whoever_plays_them():
    randomly = plan("random", "random")
    alone = list(simulate(randomly, 20, workers=1))
    assert [row["game"] for row in alone] == list(range(20))
    assert alone == list(simulate(randomly, 20, workers=2))
    data = summary(alone, randomly)
    assert data["problems"] == [] and 0 <= data["rogue_wins"] <= 1
    assert abs(sum(data["ways"].values()) - 1) < 1e-9
    assert sum(entry["games"] for entry in data["characters"].values()) == 20 * 8


def test_fixed_teams_meet_again_and_again():
    rows = list(simulate(plan(teams={ROGUE: ("cheetah", "the_joker", "punchline", "black_manta")}), 3))
    assert {row["rogues"] for row in rows} == {"cheetah the_joker punchline black_manta"}
    assert len({row["heroes"] for row in rows}) > 1


@pytest.mark.parametrize("seating", SEATINGS)
def test_random_games_of_every_seating_end(seating):
    rows = list(simulate(plan("random", "random", seating=seating), 6))
    assert [row["problem"] for row in rows] == [""] * 6 and all(row["winner"] in (ROGUE, HERO) for row in rows)
    assert tuple(rows[0]) == plan(seating=seating).columns


def test_a_game_that_knows_nothing_of_bots_begins_as_usual_and_is_played_at_random(monkeypatch):
    book = manual("dc_forever")
    monkeypatch.setattr(book, "mind", None)
    monkeypatch.setattr(book, "match", partial(defaults.match, book))
    row = play_game(Plan("dc_forever"), 1)
    assert row["rogue_bot"] == row["hero_bot"] == "random" and row["winner"] and not row["problem"]
    assert tuple(row) == Plan("dc_forever").columns and {"sanctuary", "master_plan", "scores"} <= set(row)
    with pytest.raises(SimulationError, match="only random bots can play it"):
        check(plan("greedy", "random"))
    with pytest.raises(SimulationError, match="nobody brings a team"):
        check(Plan("dc_forever", teams={ROGUE: ("cheetah",)}))


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        (Plan("dc_forever", {"villain": "random"}), "there is no side 'villain'; there are rogue, hero"),
        (Plan("dc_forever", {ROGUE: "clever"}), "there is no bot 'clever'"),
        (Plan("dc_forever", seating="5"), "there is no seating '5'"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(wrong, sentence):
    with pytest.raises(SimulationError, match=sentence):
        check(wrong)


def test_a_cluster_of_two_workers_gives_the_same_rows():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        far = list(simulate(plan("greedy", "random"), 20, cluster=cluster.scheduler_address))
    assert far == list(simulate(plan("greedy", "random"), 20))


def test_the_cards_of_a_pack_are_played_on_this_machine_and_on_a_cluster(tmp_path):
    (tmp_path / "mine.toml").write_text('[crime_alley]\ntype = "location"\ncitizens = 9\n[batman]\nhealth = 2\n')
    corrected = plan("random", "random", packs=(find_pack(tmp_path / "mine.toml"),))
    (tmp_path / "mine.toml").unlink()  # it travels with the plan
    rows = list(simulate(corrected, 30))
    assert summary(rows, corrected)["used"]["crime_alley"] > 0
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        assert list(simulate(corrected, 30, cluster=cluster.scheduler_address)) == rows


def test_no_scheduler_is_a_sentence(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(simulation, "CLUSTER_ANSWERS_WITHIN", "1s")
    with pytest.raises(SimulationError, match="no Dask scheduler answers"):
        list(simulate(plan(), 1, cluster="tcp://127.0.0.1:9"))


def test_rows_are_the_same_as_csv_and_as_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    randomly = plan("random", "random")
    rows = list(simulate(randomly, 4))
    for name in ("rows.csv", "rows.parquet"):
        with open_rows(tmp_path / name, randomly.columns) as write:
            for row in rows:
                write(row)
    with (tmp_path / "rows.csv").open(newline="") as file:
        read = list(csv.DictReader(file))
    assert read == [{word: str(value) for word, value in row.items()} for row in rows]
    assert parquet.read_table(tmp_path / "rows.parquet").to_pylist() == rows


# the command


def run(*arguments, **more):
    return subprocess.run([COMMAND, "simulate", *arguments], capture_output=True, text=True, timeout=120, check=False, **more)


def test_the_command_prints_a_summary_and_writes_rows(tmp_path):
    done = run("--games", "6", "--rogue", "greedy", "--bot", "hero=random", "--out", "rows.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "6 games, greedy Rogues against random Heroes" in done.stdout and "Rogues win" in done.stdout
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
        (("--bot", "rogue"), "SIDE=NAME"),
        (("--bot", "villain=random"), "there is no side 'villain'"),
        (("--game", "chess"), "is not here"),
        (("--teams", "cheetah,the_jocker,punchline,black_manta/random"), "did you mean 'the_joker'"),
        (("--teams", "cheetah"), "rogues/heroes"),
        (("--out", "rows.xlsx"), ".csv or .parquet"),
        (("--out", "nowhere/rows.csv"), "no such folder"),
        (("--out", "there.csv"), "cannot be written (File exists)"),
        (("--effort", "9"), "for a search bot"),
        (("--workers", "2", "--cluster", "tcp://127.0.0.1:9"), "a cluster has its own"),
    ],
)
def test_a_mistake_is_a_sentence_and_nothing_is_played(arguments, sentence, tmp_path):
    (tmp_path / "there.csv").write_text("mine")
    done = run("--games", "2", *arguments, cwd=tmp_path)
    assert (tmp_path / "there.csv").read_text() == "mine"
    assert done.returncode == 2 and sentence in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_stops_and_keeps_its_rows(number, tmp_path):
    arguments = [COMMAND, "simulate", "--games", "100000", "--rogue", "random", "--hero", "random", "--out", "rows.csv"]
    process = subprocess.Popen(
        arguments, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    wait_for(lambda: (tmp_path / "rows.csv").exists() and len((tmp_path / "rows.csv").read_text().splitlines()) > 20)
    os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
    told, wrong = process.communicate(timeout=30)
    assert process.returncode == 130 and "interrupted after" in wrong and "Traceback" not in wrong
    rows = list(csv.DictReader((tmp_path / "rows.csv").open(newline="")))
    assert f"{len(rows)} games" in told
    assert nobody_left(process.pid)


def test_a_worker_that_dies_is_a_sentence_and_the_rows_stay(tmp_path):
    arguments = [COMMAND, "simulate", "--games", "100000", "--rogue", "random", "--hero", "random", "--out", "rows.csv"]
    process = subprocess.Popen(arguments, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: (tmp_path / "rows.csv").exists() and len((tmp_path / "rows.csv").read_text().splitlines()) > 20)
    os.kill(children(process.pid)[0], signal.SIGKILL)
    _, wrong = process.communicate(timeout=60)
    assert process.returncode == 2 and "a worker process died" in wrong and "Traceback" not in wrong
    assert len((tmp_path / "rows.csv").read_text().splitlines()) > 20


def wait_for(met):
    for _ in range(600):
        if met():
            return
        time.sleep(0.1)
    raise AssertionError("it did not happen within a minute")


def children(process):
    """The processes that a process has started."""
    tasks = Path(f"/proc/{process}/task")
    if not tasks.is_dir():
        return []
    return [int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()]


def nobody_left(group):
    """Has everyone in a process group gone?"""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_labels_that_look_like_actions_confuse_no_bot(tmp_path):
    """An `offer` may call its ways 'attack the mayor' or just 'play'."""
    (tmp_path / "labels.toml").write_text(
        '[the_daily_planet]\ntext = "After a character is activated here, its player discards 1 card or draws 1 card."\n'
        '[[the_daily_planet.ability]]\nreaction = "after activate"\nif = "place == this"\n'
        'do = [{ offer = "player", ways = [[{ discard = 1, who = "player" }], [{ draw = 1, who = "player" }]], '
        'labels = ["attack the mayor", "play"] }]\n'
    )
    confusing = plan("search", "greedy", effort=3, packs=(find_pack(tmp_path / "labels.toml"),))
    assert [row["problem"] for row in simulate(confusing, 3)] == ["", "", ""]


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
    assert process.wait(timeout=60) == 0
    assert b"20/20" in shown and b"#" in shown
