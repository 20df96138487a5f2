"""The shelf of scenarios and the start page: what is offered to a visitor, and what a name or an address cannot do."""

import json
import os

import pytest

from dcf_lab.games import manuals
from dcf_lab.lab.messages import UNKNOWN
from dcf_lab.lab.shelf import ShelfError, count, find, scenarios_folder, shelf, whole_name
from dcf_lab.lab.start import PROBLEMS, Start
from dcf_lab.scenario.file import ScenarioError, read

PUZZLE = """title = "Save them all"
summary = "Thirty citizens, one round."
tags = ["rescue", "hard"]
players = 4

[goal]
for = "hero"
"""
LESSON = """title = "How an Attack works"

[table]
phase = "rogue provoke"

[[chapter]]
text = "Look."
"""


def named(entries, name):
    return next(entry for entry in entries if entry.name == name)


@pytest.fixture
def own(tmp_path):
    folder = tmp_path / "mine"
    (folder / "hard").mkdir(parents=True)
    (folder / "hard" / "thirty.toml").write_text(PUZZLE)
    (folder / "attack.toml").write_text(LESSON)
    return folder


def test_every_scenario_file_is_on_the_shelf_and_can_be_found_by_its_name():
    entries = {entry.name for entry in shelf()}
    folder = scenarios_folder()
    assert entries == {str(file.relative_to(folder).with_suffix("")) for file in folder.rglob("*.toml")}
    assert all(find(name) == scenarios_folder() / f"{name}.toml" for name in sorted(entries)[::50])


def test_an_older_name_does_not_say_the_game_and_is_found_in_whichever_has_it():
    assert whole_name("rulebook/e05") == whole_name("dc_forever/rulebook/e05") == "dc_forever/rulebook/e05_threaten_total"


def test_an_entry_says_what_the_file_says():
    """The first lines are read, not the scenario; they must agree with a full reading."""
    for entry in shelf()[::40]:
        scenario = read(find(entry.name))
        assert (entry.title, entry.summary, entry.tags, entry.game, entry.players) == (
            scenario.title, scenario.summary, scenario.tags, scenario.manual.TITLE, len(scenario.game().table.rules.players)
        )  # fmt: skip


def test_each_folder_is_a_kind_and_the_rulebook_comes_first():
    entries = shelf()
    assert [entry.kind for entry in entries[:10]] == ["rulebook example"] * 10
    example = named(entries, "dc_forever/rulebook/e05_threaten_total")
    assert (example.title, example.game, example.about) == ("An incredible eight", "DC Forever", "E05")
    rule = named(entries, "dc_forever/rules/r012_all_rounding_is_upward")
    assert (rule.kind, rule.about) == ("rule", "DCF-R012")
    ruling = named(entries, "dc_forever/rulings/rul_001_rogue_main_actions")
    assert (ruling.kind, ruling.about, ruling.tags) == ("ruling", "RUL-001", ("RUL-001",))
    card = named(entries, "dc_forever/cards/batman/batarang")
    assert (card.kind, card.about, card.group) == ("card", "batarang", "batman")


def test_own_scenarios_stand_beside_ours_with_goal_and_chapters_told(own):
    entries = shelf(own)
    puzzle, lesson = named(entries, "own/hard/thirty"), named(entries, "own/attack")
    assert (puzzle.kind, puzzle.tags, puzzle.group, puzzle.players) == ("puzzle", ("rescue", "hard"), "hard", 4)
    assert (lesson.kind, lesson.title, lesson.group) == ("lesson", "How an Attack works", "")
    assert len(entries) == len(shelf()) + 2
    assert find("own/hard/thirty", own) == own / "hard" / "thirty.toml"
    ours, all_ = count(shelf()), count(entries)
    assert all_["kinds"]["puzzle"] == ours["kinds"]["puzzle"] + 1 and all_["tags"]["rescue"] == ours["tags"]["rescue"] + 1


def test_own_cards_beside_the_scenarios_are_no_scenarios(own):
    (own / "my_box.toml").write_text("[batman]\nhealth = 7\n")
    assert "own/my_box" not in {entry.name for entry in shelf(own)}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b'title = "Unfinished', "Unterminated string"),
        (b'title = "x"\nsummary = 3 4\n\n[table]\n', "line 2"),
        (b'summary = "no name"\n', "needs a title"),
        (b"", "needs a title"),
        (b"title = 7\n", "'title' is not a text"),
        (b'title = "x"\ntags = "rescue"\n', "'tags' is not a list"),
        (b'title = "x"\ngame = "chess"\n', "the game 'chess' is not here"),
        (b"\xff\xfe", "cannot be read as text"),
        (b'title = "x"\n# ' + b"." * 300_000, "more than 200000 bytes"),
        (b"title" + b".a" * 3000 + b" = 1\n", "dots"),
        (b"title = " + b"[" * 5000, "too large"),
    ],
)
def test_a_broken_file_is_listed_with_its_mistake_and_stops_nothing(own, text, sentence):
    (own / "broken.toml").write_bytes(text)
    entries = shelf(own)
    assert sentence in named(entries, "own/broken").broken
    assert named(entries, "own/attack").broken == ""
    assert count(entries)["scenarios"]["broken"] == 1
    with pytest.raises(ScenarioError):
        read(find("own/broken", own))


def test_a_long_summary_with_a_bracket_at_the_beginning_of_a_line_is_read_to_its_end(own):
    (own / "long.toml").write_text('title = "Long"\nsummary = """Look:\n[table] is a word here."""\n\n[table]\n')
    assert named(shelf(own), "own/long").summary == "Look:\n[table] is a word here."


def test_the_beginning_of_a_name_is_enough_if_it_is_the_only_one():
    assert find("rulebook/e05") == find("rulebook/e05_threaten_total.toml") == find("dc_forever/rulebook/e05_threaten_total")
    with pytest.raises(
        ShelfError, match=r"10 scenarios begin with 'rulebook/e': dc_forever/rulebook/e01_resource_pool, .* and 7 more"
    ):
        find("rulebook/e")


def test_a_name_that_is_nearly_right_is_told():
    with pytest.raises(
        ShelfError, match=r"no scenario is called 'rulebook/e5_threaten_total'; did you mean 'rulebook/e05_threaten_total'\?"
    ):
        find("rulebook/e5_threaten_total")


@pytest.mark.parametrize(
    "name",
    ["", "..", "../README.md", "rulebook/../../pyproject", "/etc/passwd", "own/../secret", "own/secret", "own//attack",
     "rulebook/e05\0", "a" * 100_000, "rulebook\\e05_threaten_total", "./rulebook/e05_threaten_total", "README.md"],
)  # fmt: skip
def test_a_name_leads_nowhere_but_to_the_shelf(own, name):
    (own.parent / "secret.toml").write_text('title = "Secret"')
    with pytest.raises(ShelfError):
        find(name, own)


def test_a_link_out_of_the_folder_is_not_followed(own):
    secret = own.parent / "secret"
    secret.mkdir()
    (secret / "plan.toml").write_text('title = "Secret"')
    os.symlink(secret, own / "folder")
    os.symlink(secret / "plan.toml", own / "file.toml")
    assert [entry.name for entry in shelf(own) if entry.name.startswith("own/")] == ["own/attack", "own/hard/thirty"]
    for name in ("own/file", "own/folder/plan"):
        with pytest.raises(ShelfError):
            find(name, own)


def test_what_a_link_asks_for_is_not_repeated_unless_it_could_be_a_name():
    with pytest.raises(ShelfError) as told:
        find("<b>Your account is locked, call 555</b>")
    assert str(told.value) == "no scenario is called that"


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path):
    with pytest.raises(ShelfError, match="there is no folder"):
        shelf(tmp_path / "nowhere")


def test_an_installed_package_has_its_scenarios_inside(tmp_path, monkeypatch):
    """In a wheel they lie in the package; a folder of that name which another package has left beside it is not ours."""
    package = tmp_path / "site-packages" / "dcf_lab"
    (package / "scenarios" / "dc_forever" / "rulebook").mkdir(parents=True)
    (package / "scenarios" / "dc_forever" / "rulebook" / "e05_x.toml").write_text('title = "Installed"')
    (tmp_path / "site-packages" / "scenarios").mkdir()
    monkeypatch.setattr("dcf_lab.scenario.file._PACKAGE", package)
    assert [entry.title for entry in shelf()] == ["Installed"]
    assert find("rulebook/e05") == package / "scenarios" / "dc_forever" / "rulebook" / "e05_x.toml"


# the start page


def opened(start, **message):
    (answer,) = start.handle({"do": "open", **message})
    return json.loads(json.dumps(answer))


def test_the_start_page_shows_the_whole_shelf(own):
    answer = opened(Start(own), query="")
    assert answer["show"] == "start" and answer["note"] == ""
    assert len(answer["entries"]) == answer["counts"]["scenarios"]["all"] == len(shelf(own))
    assert answer["entries"][4]["title"] == "An incredible eight"
    assert [game["title"] for game in answer["games"]] == [book.TITLE for book in manuals()]
    assert {*answer["games"][0]["starts"]} == {"first game", "standard"}
    assert "own/hard/thirty" in {entry["name"] for entry in answer["entries"]}


def test_a_known_problem_is_told_in_our_words():
    for key, sentence in PROBLEMS.items():
        assert opened(Start(), query=f"?problem={key}")["note"] == sentence


@pytest.mark.parametrize(
    "query",
    ["?problem=Your+account+is+locked", "?problem=%3Cscript%3Ealert(1)%3C/script%3E", "problem=", "?s=abc", None, 7, ["problem"],
     "?problem=" + "x" * 100_000, "&".join(["problem=x"] * 1000), "?problem=%ff%fe", {"problem": "link"}],
)  # fmt: skip
def test_nothing_from_an_address_is_shown_as_if_it_were_ours(query):
    assert opened(Start(), query=query)["note"] == ""


def test_when_the_own_folder_has_gone_ours_are_still_there(tmp_path):
    answer = opened(Start(tmp_path / "gone"), query="?problem=link")
    assert answer["note"] == f"{PROBLEMS['link']} The folder of your own scenarios is not there any more."
    assert len(answer["entries"]) == len(shelf()) and str(tmp_path) not in json.dumps(answer)


def test_a_message_that_the_page_does_not_know_gets_a_sentence():
    for message in ({}, {"do": "delete"}, {"do": ["open"]}):
        (answer,) = Start().handle(message)
        assert answer == {"show": "refused", "text": UNKNOWN}
