"""Building a position: every table can be said, every problem is told, and nothing that a visitor sends does harm."""

import datetime
import json
import random
import tomllib

import pytest
from folders import ROOT, SCENARIOS
from random_play import MATCHES, begin

from dcf_lab import games
from dcf_lab.games import manual
from dcf_lab.games.dc_forever import library
from dcf_lab.games.dc_forever.table import invariants
from dcf_lab.games.dc_forever.table.oddities import odd
from dcf_lab.games.dc_forever.table.position import set_position
from dcf_lab.lab.build import Build
from dcf_lab.lab.build import blank as blank_of
from dcf_lab.lab.draft import BLOCKS as ALWAYS
from dcf_lab.lab.draft import as_draft
from dcf_lab.lab.shelf import ShelfError
from dcf_lab.puzzles.certificate import certify, check
from dcf_lab.scenario.file import ScenarioError, find_problems, parse, read
from dcf_lab.scenario.schema import schema
from dcf_lab.timeline.run import run_all
from dcf_lab.timeline.timeline import RecordError, Timeline, new_game

FILES = sorted(SCENARIOS.rglob("*.toml"))
BLOCKS = (*ALWAYS, "locations")
MORE_GAMES = ROOT / "tests" / "games"


def blank():
    """Where building DC Forever begins."""
    return blank_of(manual("dc_forever"))


def ask(message, build=None):
    """The answer to one message, as the browser gets it."""
    answers = list((build or Build()).handle(message))
    assert len(answers) == 1
    return json.loads(json.dumps(answers[0], allow_nan=False))


def checked(**table):
    """What the page is told of the blank draft with other things on its table."""
    draft = blank()
    draft["table"].update(table)
    return ask({"do": "check", "draft": draft})


def problems(**table):
    return [problem["text"] for problem in checked(**table)["problems"]]


def oddities(**table):
    return {one["key"]: one["text"] for one in checked(**table)["odd"]}


def position(table):
    return set_position(table, "2", 0, False, {})


# problems, all at once and in words


def test_all_problems_are_told_at_once_each_with_its_place():
    answer = checked(
        rogue={"characters": ["cheetah", "batman"], "hand": ["no_such_card", "batcave", "cheetah"]},
        hero={"characters": [{"card": "aquaman", "damage": 9, "at": "iron_heights"}], "hand": ["batcave"]},
        phase="tea time",
    )
    found = {tuple(problem["path"]): problem["text"] for problem in answer["problems"]}

    assert found["table", "phase"].startswith("Stage and phase: unknown 'tea time'")
    assert found["table", "rogue", "hand", 0] == "The Rogue's hand, 1: unknown 'no_such_card'."
    assert found["table", "rogue", "characters", 1] == "The Rogue's characters, 2: Batman is a hero, expected rogue."
    assert "Cheetah is a rogue" in found["table", "rogue", "hand", 2]
    assert (
        found["table", "hero", "hand", 0] == "The Hero's hand, 1: Batcave is in two places: the Rogue's hand and the Hero's hand."
    )
    assert (
        "Aquaman has 9 damage" in found["table", "hero", "characters", 0]
        or "Iron Heights" in found["table", "hero", "characters", 0]
    )
    assert len(answer["problems"]) == 7 and answer["film"] is None


def test_a_sound_draft_has_no_problems_and_shows_its_table():
    answer = checked()

    assert answer["problems"] == []
    assert ["zones", "hero.characters", ["batman", "superman"]] in answer["film"]["events"][0]["set"]
    assert answer["film"]["decisions"][-1]["prompt"] == "Rogue Provoke Phase"
    assert parse(answer["toml"]).title == "My position"


def test_a_draft_of_a_pack_that_is_not_here_says_so():
    draft = {**blank(), "packs": ["my_box"]}
    assert "my_box" in ask({"do": "check", "draft": draft})["problems"][0]["text"]


def test_a_scenario_file_tells_all_its_mistakes_at_once_too():
    text = 'title = "T"\n[table]\nphase = "tea"\n[table.rogue]\nhand = ["batman"]\n'
    with pytest.raises(ScenarioError, match=r"s:3: .*'tea'(?s:.)*s:5: batman is a hero"):
        parse(text, "s")


# what is odd


def test_the_set_ups_of_the_rulebook_are_not_odd():
    for match in MATCHES:
        game = begin(match, 4)
        roll = random.Random(4)
        while not game.is_quiet or game.table.facts["step"] in ("draft", "starters"):
            game.answer(roll.choice(game.choice.options))
        assert odd(game.table) == [], match


def test_odd_positions_are_told_with_their_rule_and_can_be_played():
    away = {"card": "cheetah", "at": "arkham_asylum"}
    place = {"card": "arkham_asylum", "citizens": 0, "scheme": {"card": "dose_the_city", "citizens": 50}}
    many = ["batarang.1", "batarang.2", "batcave", "fame.1", "fame.2", "prestige.1", "prestige.2", "renown.1", "renown.2"]
    everyone = ["wonder_woman", "aquaman", "superman", "cyborg"]
    for said, key, rule in (
        ({"locations": [{"card": "arkham_asylum"}]}, "locations", "DCF-R007"),
        ({"locations": [place]}, "emptied arkham_asylum", "DCF-R105"),
        ({"locations": [place]}, "threshold dose_the_city", "DCF-R101"),
        ({"sanctuary": 30}, "won rescue", "DCF-R104"),
        ({"master_plan": ["dose_the_city", "hunting_grounds", "go_viral", "sold_out_show", "campus_lockdown"]}, "won schemes",
         "DCF-R104"),
        ({"hero": {}, "knocked_out": ["batman"]}, "won knock out", "DCF-R104"),
        ({"rogue": {}}, "nobody rogue", "DCF-R036"),
        ({"hero": {"characters": ["batman"], "reserve": everyone}}, "team hero", "DCF-R002"),
        ({"hero": {"characters": ["batman"], "hand": many}}, "hand hero", "DCF-R107"),
        ({"hero": {"characters": ["batman"]}}, "deck hero", "DCF-R059"),
        ({"hero": {"characters": ["superman"], "hand": ["batcave"]}}, "stranger batcave", "DCF-R033"),
        ({"rogue": {"characters": ["cheetah"], "hand": ["batcave"]}}, "stranger batcave", "DCF-R109"),
        ({"phase": "ready phase", "hero": {"characters": ["batman"], "pool": ["batcave"]}}, "pool hero", "DCF-R031"),
        ({"rogue": {"characters": [away]}}, "away cheetah", "DCF-R106"),
        ({"phase": "rogue provoke", "rogue": {"characters": [{"card": "cheetah", "exhausted": True}]}}, "nowhere cheetah",
         "DCF-R063"),
        ({"phase": "activation", "actor": "cheetah", "rogue": {"characters": [away]}}, "ready cheetah", "DCF-R063"),
        ({"rogue": {"characters": [{"card": "cheetah", "empowering": ["fame.1"]}]}}, "empowered cheetah", "DCF-R044"),
        ({"round": 4, "first_activation": True}, "first activation", "DCF-R062"),
    ):  # fmt: skip
        answer = checked(**said)
        assert answer["problems"] == [], (key, answer["problems"])
        assert rule in {one["key"]: one["text"] for one in answer["odd"]}[key], key
        assert not invariants.problems(parse(answer["toml"]).game().table)


def test_a_game_at_random_is_hardly_ever_odd():
    seen = strange = 0
    for seed in range(6):
        roll = random.Random(seed)
        game = begin("first game", seed)
        while game.choice is not None and seen < 1500:
            game.answer(roll.choice(game.choice.options))
            if game.choice is not None and game.is_quiet:
                seen += 1
                strange += bool(odd(game.table))
    assert seen > 800 and strange < seen / 5


def test_a_script_that_no_longer_fits_is_odd_and_kept():
    draft = ask({"do": "open", "query": "?scenario=rulebook/e05"})["draft"]
    assert "script" not in {one["key"] for one in ask({"do": "check", "draft": draft})["odd"]}

    draft["table"]["rogue"]["characters"] = ["cheetah"]
    answer = ask({"do": "check", "draft": draft})
    assert "script" in {one["key"] for one in answer["odd"]}
    assert tomllib.loads(answer["toml"])["script"] == draft["script"]


def test_a_position_in_which_nobody_decides_anything_is_odd():
    assert "nothing to decide" in oddities(rogue={}, hero={}, locations=[])


# opening and bringing in


def test_the_page_opens_with_every_card_and_a_draft_that_can_be_played():
    answer = ask({"do": "open", "query": ""})

    assert {card["id"] for card in answer["cards"]} >= {"batman", "batarang.1", "fame.2", "arkham_asylum"}
    cheetah = next(card for card in answer["cards"] if card["id"] == "cheetah")
    assert cheetah["name"] == "Cheetah" and cheetah["uses"] == ["primal_drive"] and cheetah["stand_in"]
    assert answer["form"]["properties"]["phase"]["enum"][0] == "begin round" and len(answer["rulings"]) == 120
    assert "batman" in answer["teams"]["brings"]["hero2"] and "batman" not in answer["teams"]["brings"]["rogue"]
    assert "draft" not in answer
    assert ask({"do": "check", "draft": answer["blank"]})["problems"] == []


@pytest.mark.parametrize("file", FILES[:: len(FILES) // 40], ids=lambda file: file.stem)
def test_a_packaged_scenario_opens_as_a_draft_and_its_file_still_passes(file):
    name = str(file.relative_to(SCENARIOS)).removesuffix(".toml")
    answer = ask({"do": "open", "query": f"?scenario={name}"})
    if read(file).start == "position":
        assert answer["lost"] == []
        scenario = parse(ask({"do": "download", "draft": answer["draft"]})["text"])
        assert not [failure for report in run_all(scenario) for failure in report.failures]


def test_a_link_opens_the_very_position_and_what_is_lost_is_told():
    line = Timeline(new_game(seed=7))
    line.answer("done")
    while not line.game.is_quiet:
        line.answer(line.game.choice.options[-1])
    answer = ask({"do": "open", "query": f"?s={line.link()}"})

    hand = answer["draft"]["table"]["hero"]["hand"]
    assert hand == list(line.game.table.zone("hero", "hand"))
    assert any("chance" in sentence for sentence in answer["lost"])
    assert ask({"do": "check", "draft": answer["draft"]})["problems"] == []


def test_a_broken_address_is_an_error_of_the_whole_page():
    for query in ("?s=nonsense", "?s=" + "A" * 50_000, "?" + "a=1&" * 5_000):
        with pytest.raises(RecordError):
            ask({"do": "open", "query": query})
    for query in ("?scenario=../../etc/passwd", "?scenario=nothing_like_it"):
        with pytest.raises(ShelfError):
            ask({"do": "open", "query": query})


@pytest.mark.parametrize("message", [
    {"what": "first game", "seed": 1},
    {"what": "standard", "seed": 2},
    {"what": "standard", "seed": 3, "seating": "3 hero"},
    {"what": "standard", "seed": 4, "seating": "4", "game": "dc_forever"},
    {"what": "team", "seed": 5},
    {"what": "team", "seed": 6, "teams": {"rogue": ["cheetah", "the_joker", "punchline", "black_manta"]}},
])  # fmt: skip
def test_a_set_up_is_brought_in_as_a_draft(message):
    answer = ask({"do": "import", **message})
    found = ask({"do": "check", "draft": answer["draft"]})

    assert found["problems"] == [] and found["odd"] == []
    assert answer["draft"]["table"]["phase"] == "rogue action" and answer["draft"]["seed"] == message["seed"]
    assert answer["draft"]["seating"] == message.get("seating", "2") and answer["lost"] == []
    if "teams" in message:
        assert answer["draft"]["table"]["rogue"]["characters"] == ["cheetah", "the_joker"]
    assert ask({"do": "import", **message}) == answer


def test_an_impossible_wish_is_refused_with_a_sentence():
    for message in (
        {"what": "chess"}, {"what": "first game", "seed": -1}, {"what": "first game", "seed": 2**70},
        {"what": "first game", "seed": "x"}, {"what": "standard", "seating": "99"}, {"what": "standard", "seating": []},
        {"what": "first game", "seating": "4"}, {"what": "first game", "game": "chess"}, {"what": "standard", "game": []},
        {"what": "team", "teams": {"rogue": ["batman"] * 4}},
        {"what": "team", "teams": {"rogue": [{}]}}, {"what": "team", "teams": "all"}, {"what": ["first game"]}, {},
    ):  # fmt: skip
        answer = ask({"do": "import", **message})
        assert answer["show"] == "refused" and len(answer["text"]) > 20, message


# files and links


GOAL = {"for": "hero", "win": "rescue", "within": "this stage"}


def test_the_goal_of_a_draft_is_told_in_english_and_a_mistake_in_it_where_it_is():
    found = ask({"do": "check", "draft": {**blank(), "goal": GOAL}})
    assert found["goal"].startswith("The Heroes: win by rescue in this stage, ") and found["problems"] == []
    [wrong] = ask({"do": "check", "draft": {**blank(), "goal": {"for": "rogue", "happen": "ko to batmn"}}})["problems"]

    assert wrong == {
        "path": ["goal", "happen"], "text": "The goal: nothing is called 'batmn'; did you mean 'batman'?", "at": [6, 11],
        "instead": "ko to batman",
    }  # fmt: skip


def test_a_proof_is_kept_in_a_file_while_it_holds_and_else_is_dropped_with_a_sentence():
    draft = {**blank(), "goal": {**GOAL, "within": "this action"}}
    made = certify(parse(ask({"do": "download", "draft": draft})["text"]))[1]
    file = ask({"do": "download", "draft": {**draft, "certificate": made}})["text"]
    assert parse(file).certificate == made and check(parse(file)) == ([], [])
    opened = ask({"do": "upload", "name": "x.toml", "text": file})

    assert opened["draft"]["certificate"] == made and opened["lost"] == []
    old = ask({"do": "upload", "name": "x.toml", "text": file.replace(made["fingerprint"]["rules"], "0" * 12)})
    assert "certificate" not in old["draft"] and old["lost"] == [
        "The proof: it is of another position, or of other rules, cards or readings. Prove it again."
    ]
    moved = {**draft, "table": {**draft["table"], "round": 2}, "certificate": made}
    assert ask({"do": "check", "draft": moved})["stale"] is True  # as when somebody has changed the file by hand
    assert ask({"do": "check", "draft": {**draft, "title": "Another", "certificate": made}})["stale"] is False


def test_a_goal_that_names_a_card_which_is_not_on_the_table_is_odd():
    found = ask({"do": "check", "draft": {**blank(), "goal": {"for": "rogue", "happen": "ko to aquaman"}}})
    assert "Aquaman is in the goal, but not on the table." in [one["text"] for one in found["odd"]]


def test_a_file_with_a_slip_in_its_goal_is_opened_with_the_goal_as_it_is_written():
    goal = {"for": "rogue", "happen": "kos to batman"}
    opened = ask({"do": "upload", "name": "x.toml", "text": ask({"do": "download", "draft": {**blank(), "goal": goal}})["text"]})
    assert opened["draft"]["goal"] == goal and opened["lost"] == []
    assert [one["instead"] for one in ask({"do": "check", "draft": opened["draft"]})["problems"]] == ["ko to batman"]


def test_what_every_new_position_has_is_not_told_as_odd():
    odd = ask({"do": "check", "draft": blank()})["odd"]

    assert odd and all(one["usual"] for one in odd)


def test_a_downloaded_file_is_uploaded_as_the_same_draft():
    draft = ask({"do": "import", "what": "first game", "seed": 9})["draft"]
    draft |= {
        "title": "Mine",
        "summary": "One.\nTwo.",
        "goal": "Win at once",
        "tags": ["a", "b"],
        "rulings": {"rescue_requirement": "B"},
    }
    file = ask({"do": "download", "draft": draft})

    assert file["name"] == "mine.toml" and parse(file["text"]).rulings == {"rescue_requirement": "B"}
    assert ask({"do": "upload", "name": file["name"], "text": file["text"]})["draft"] == draft


def test_a_draft_with_problems_is_downloaded_with_a_warning_and_can_be_uploaded_again():
    draft = blank()
    draft["table"]["rogue"]["hand"] = ["cheetah", "enhanced_strength"]
    file = ask({"do": "download", "draft": draft})

    assert file["text"].startswith("# This is a draft: it cannot be played yet.\n# The Rogue's hand, 1: Cheetah is")
    with pytest.raises(ScenarioError):
        parse(file["text"])
    assert ask({"do": "upload", "name": file["name"], "text": file["text"]})["draft"] == draft


def test_a_file_with_unknown_cards_is_opened_without_them_and_says_so():
    text = 'title = "T"\nspell = 1\n[table]\n[table.rogue]\nhand = ["gone", "enhanced_strength"]\n'
    answer = ask({"do": "upload", "name": "t.toml", "text": text})

    assert answer["draft"]["table"]["rogue"]["hand"] == ["enhanced_strength"] and "spell" not in answer["draft"]
    assert any("unknown 'gone'" in sentence for sentence in answer["lost"])


@pytest.mark.parametrize(("said", "seating"), [
    ("players = 3", "3 rogue"), ('players = 3\nsolo = "hero"', "3 hero"), ("players = 4", "4"), ('solo = "hero"', "2"), ("", "2"),
])  # fmt: skip
def test_a_file_from_before_there_were_seatings_is_opened(said, seating):
    draft = ask({"do": "upload", "name": "t.toml", "text": f'title = "T"\n{said}\n[table]\n'})["draft"]

    assert draft["seating"] == seating and not {"players", "solo"} & set(draft)
    assert parse(ask({"do": "download", "draft": draft})["text"]).seating == seating


def test_a_saved_game_is_opened_where_it_stands():
    line = Timeline(new_game(seed=3))
    line.answer("done")
    while not line.game.is_quiet:
        line.answer(line.game.choice.options[0])
    answer = ask({"do": "upload", "name": "r.json", "text": json.dumps(line.as_json())})

    assert answer["show"] == "draft"
    assert answer["draft"]["table"]["rogue"]["hand"] == list(line.game.table.zone("rogue", "hand"))


def test_a_link_of_a_draft_opens_the_same_draft():
    draft = ask({"do": "import", "what": "first game", "seed": 2})["draft"]
    answer = ask({"do": "link", "draft": draft})
    assert ask({"do": "open", "query": f"?s={answer['link']}"})["draft"] == draft

    draft["table"]["phase"] = "tea time"
    assert ask({"do": "link", "draft": draft})["problems"]


def test_a_draft_that_is_too_long_for_a_link_says_so():
    noise = "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz ", k=19_000))
    draft = {**blank(), "summary": noise, "source": noise[::-1]}
    assert "download" in ask({"do": "link", "draft": draft})["text"]


# what visitors may send


@pytest.mark.parametrize("text", [
    "x" * 2_000_000,
    "ü" * 600_000,
    "[" * 100_000,
    "{" * 100_000,
    '{"a":' * 50_000,
    "a" + ".a" * 50_000 + " = 1",
    "x = " + "[" * 5_000 + "]" * 5_000,
    "x = 1" + "0" * 10_000,
    "\x00\x01\x02",
    "title = 'no table'",
    "{}",
    "[]",
    '{"dcf_lab": 1}',
    '{"dcf_lab": 1, "scenario": 5, "readings": {}, "take_chances": 0, "cards": {}, "answers": [], "here": 0, "position": {}}',
    'title = "T"\ntable = 5\nstart = 7',
    'title = "T"\npacks = ["../../etc"]\n[table]',
    'title = "T"\n[table.rogue]\nhand = [' + '"nothing", ' * 500 + "]",
    'title = "T"\nstart = "first game"\n[table]\nround = 1',
    None,
    5,
    ["title"],
])  # fmt: skip
def test_a_hostile_upload_is_refused_with_a_sentence(text):
    answer = ask({"do": "upload", "name": "x.toml", "text": text})
    assert answer["show"] == "refused" and 10 < len(answer["text"]) <= 600


def test_dates_and_numbers_that_a_browser_cannot_keep_become_texts_and_are_told():
    step = f'ask = {{ value = "sanctuary.citizens", right = {2**60} }}'
    text = f'title = "T"\nseed = {2**60}\n[table]\n[[chapter]]\ntitle = "C"\nwhen = 2024-05-01\n[[chapter.step]]\n{step}\n'
    answer = ask({"do": "upload", "name": "x.toml", "text": text})
    (chapter,) = answer["draft"]["chapter"]
    assert chapter == {"title": "C", "step": [{"ask": {"value": "sanctuary.citizens", "right": str(2**60)}}]}
    assert answer["draft"]["seed"] == 2**60 % 2**53 and len(answer["lost"]) == 3 and "unknown key 'when'" in answer["lost"][0]
    draft, lost = as_draft({"title": "T", "when": datetime.date(2024, 5, 1), "far": float("inf")})
    assert (draft["when"], draft["far"]) == ("2024-05-01", "inf") and len(lost) == 2


def nested(depth):
    value = {}
    for _ in range(depth):
        value = {"goal": value}
    return value


@pytest.mark.parametrize("draft", [
    None, 5, "draft", [], [[]], {"title": "T", "tags": [None]}, nested(900),
    {"title": "T", "goal": nested(50)}, {"title": "x" * 50_000}, {"seed": 2**80},
    {"seed": 1e400}, {"table": {"rogue": {"hand": ["batman"] * 250_000}}}, {"title": ["x"] * 250_000},
])  # fmt: skip
@pytest.mark.parametrize("deed", ["check", "download", "link"])
def test_what_is_no_draft_is_refused(deed, draft):
    answer = ask({"do": deed, "draft": draft})
    assert answer["show"] == "refused" and 10 < len(answer["text"]) <= 600


@pytest.mark.parametrize("draft", [
    {}, {"title": 5}, {"title": "T", "players": 7}, {"title": "T", "table": []}, {"title": "T", "table": {"rogue": 5}},
    {"title": "T", "table": {"rogue": {"hand": [5, [], {}, True]}}},
    {"title": "T", "table": {"locations": [{}, 5, {"card": {}}]}},
    {"title": "T", "table": {"sanctuary": -1, "round": 2**50, "phase": {}}}, {"title": "T", "script": [{"do": 5}]},
    {"title": "T", "rulings": {"no_such": "A"}}, {"title": "T", "rulings": {"stage_count": "B"}},
    {"title": "T", "rulings": {"stage_count": "Z"}},
    {"title": "T", "packs": [5]}, {"title": "T", "packs": "x"}, {"title": "T", "start": "first game", "table": {}},
    {"title": "T", "variant": [{"rulings": {"stage_count": "B"}}]}, {"title": "T", "game": "chess"},
    {"title": "T", "constructor": 1},
    {"title": "T", "table": {"__proto__": {"x": 1}}},
])  # fmt: skip
def test_a_draft_of_wrong_things_gets_its_problems(draft):
    answer = ask({"do": "check", "draft": draft})
    assert answer["show"] == "checked" and answer["problems"] and answer["film"] is None
    assert all(problem["text"] and len(problem["text"]) < 600 for problem in answer["problems"])
    assert ask({"do": "download", "draft": draft})["show"] == "file"
    assert ask({"do": "link", "draft": draft})["show"] == "checked"


@pytest.mark.parametrize(
    "message", [{}, {"do": None}, {"do": "__init__"}, {"do": "handle"}, {"do": ["check"]}, {"do": "x" * 10**6}]
)
def test_an_unknown_message_is_refused(message):
    assert ask(message)["show"] == "refused"


def test_a_query_of_any_kind_opens_the_page():
    for query in (None, 5, "", "?", "?x=1", "?%00=%ff"):
        assert ask({"do": "open", "query": query})["show"] == "build"


def test_markup_in_a_draft_stays_plain_text():
    tag = "<script>alert(1)</script>"
    draft = {**blank(), "title": tag, "summary": f'"]\n[table]\n{tag}', "tags": [tag]}
    answer = ask({"do": "check", "draft": draft})

    data = tomllib.loads(answer["toml"])
    assert (data["title"], data["summary"], data["tags"]) == (tag, draft["summary"], [tag])
    assert data["table"]["rogue"]["characters"] == ["cheetah", "the_joker"]
    assert ask({"do": "download", "draft": draft})["name"] == "script_alert_1_script.toml"


def test_no_problem_can_break_out_of_the_comment_that_tells_it():
    draft = blank()
    draft["table"]["phase"] = 'x\n[table]\nround = 7\r"'
    text = ask({"do": "download", "draft": draft})["text"]
    assert tomllib.loads(text)["table"]["round"] == 1


def test_half_a_letter_does_no_harm():
    answer = ask({"do": "check", "draft": {**blank(), "title": "a\ud83d"}})
    assert tomllib.loads(answer["toml"])["title"] == "a\ufffd"


def anything(rule, roll):
    """Some data of the form that a schema wants."""
    if "oneOf" in rule:
        return anything(roll.choice(rule["oneOf"]), roll)
    if "enum" in rule:
        return roll.choice(rule["enum"])
    match rule.get("type"):
        case "string":
            return roll.choice(["", "rogue", "hero2", "attack boost", "used 1", "lent", "blank", "threaten"])
        case "integer":
            return roll.choice([rule.get("minimum", 0), rule.get("maximum", 9), roll.randint(1, 9)])
        case "boolean":
            return roll.random() < 0.5
        case "array":
            return [anything(rule["items"], roll) for _ in range(roll.choice((0, 1, 1, 2, 4)))] if "items" in rule else []
        case _:
            wanted = rule.get("properties", {})
            return {
                key: anything(one, roll) for key, one in wanted.items() if key in ("card", "on", "what") or roll.random() < 0.5
            }


def test_any_draft_of_the_right_form_is_checked_without_an_error():
    whole = schema(library())
    form = {key: whole["properties"][key] for key in ("table", "seating", "seed", "rulings")}
    sound = 0
    for seed in range(300):
        roll = random.Random(seed)
        draft = {"title": "Any", **anything({"type": "object", "properties": form}, roll)}
        draft["seed"] = seed
        if roll.random() < 0.5:  # little enough to be possible now and then
            table = draft.get("table", {})
            draft = blank() | {
                "table": blank()["table"] | {key: table[key] for key in sorted(table)[:3] if key not in ("rogue", "hero")}
            }
        answer = ask({"do": "check", "draft": draft})
        assert answer["show"] == "checked"
        sound += not answer["problems"]
    assert 20 < sound < 250


def test_problems_are_found_where_they_stand_although_others_stand_before_them():
    data = {"title": "T", "table": {"rogue": {"hand": ["gone", 5, "cheetah"]}}}
    assert [path for path, _ in find_problems(data, library())] == [("table", "rogue", "hand", n) for n in (0, 1, 2)]


# every game is built


@pytest.fixture
def more_games(monkeypatch):
    """The small games of the tests are there, too."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(MORE_GAMES)])


@pytest.mark.usefixtures("more_games")
@pytest.mark.parametrize("game", sorted({*games.names(), *(file.parent.name for file in MORE_GAMES.glob("*/manual.py"))}))
def test_every_start_of_a_game_is_brought_in_checked_saved_and_opened_again(game):
    told = ask({"do": "open", "query": f"?game={game}"})
    assert told["game"]["id"] == told["blank"]["game"] == game and game in told["games"]
    assert ask({"do": "check", "draft": told["blank"]})["problems"] == []
    assert not any(card["id"] in json.dumps(told["form"]) for card in told["cards"] if "." in card["id"])
    for what, start in told["game"]["starts"].items():
        for seating in start["seatings"]:
            draft = ask({"do": "import", "game": game, "what": what, "seating": seating, "seed": 3})["draft"]
            assert (draft["game"], draft["seating"]) == (game, seating)
            found = ask({"do": "check", "draft": draft})
            assert found["problems"] == [] and found["film"]["decisions"]
            file = ask({"do": "download", "draft": draft})
            assert ask({"do": "upload", "name": file["name"], "text": file["text"]})["draft"] == draft
            link = ask({"do": "link", "draft": draft})["link"]
            assert ask({"do": "open", "query": f"?s={link}"})["draft"] == draft


def test_the_game_that_the_browser_has_a_draft_of_is_opened_and_one_that_is_not_here_is_told():
    assert ask({"do": "open", "query": "", "kept": "chess"})["game"]["id"] == "dc_forever"
    assert ask({"do": "open", "query": "", "kept": ["dc_forever"]})["game"]["id"] == "dc_forever"
    with pytest.raises(RecordError, match="the game 'chess' is not here"):
        ask({"do": "open", "query": "?game=chess"})
    text = 'title = "T"\ngame = "chess"\n[table]\n'
    assert "the game 'chess' is not here" in ask({"do": "upload", "name": "t.toml", "text": text})["text"].lower()
