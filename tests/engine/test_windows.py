"""Windows: who may react to a deed, in which order, and how little a game must say about it."""

from duel import DuelTiming, card, duel, played

from dcf_lab.engine.windows import MAX_REACTIONS, Deed, Timing, Window, react

WARD = card("ward", do='reaction = "when attack"\ndo = [{ cancel = true }]', copies=4)
HURT = card("thorns", do='reaction = "when attack"\nforced = true\ndo = [{ draw = 1 }]', copies=2)


def attack(table, victim=None, **more):
    deed = Deed("attack", player=victim)
    result, asked = played(react(table, "when attack", deed, **more.pop("options", {})), *more.pop("answers", ()))
    return deed, asked, result


def test_the_attacked_player_may_use_a_ward_and_nobody_else_is_asked():
    table = duel(WARD, ann_hand="ward.1", bob_hand="ward.2")
    deed, asked, _ = attack(table, "bob", answers=["react ward.2 1"])
    assert deed.cancelled
    assert asked == [("bob", "React: when attack bob", ["react ward.2 1", "decline"])]
    assert [event.kind for event in table.history[2:]] == ["react", "cancel"]
    assert table.history[2].rules == ("DUEL-3",)


def test_players_are_asked_from_the_active_one_on_and_again_after_each_reaction():
    table = duel(card("cheer", do='reaction = "when attack"\ndo = [{ draw = 1 }]', copies=3), players=("ann", "bob", "cat"),
                 ann_hand="cheer.1", bob_hand="cheer.2", cat_hand="cheer.3")  # fmt: skip
    table.fact("turn", "bob")
    _, asked, _ = attack(table, answers=["decline", "react cheer.3 1", "react cheer.1 1", "decline"])
    assert [player for player, *_ in asked] == ["bob", "cat", "ann", "bob"]


def test_a_cancelled_deed_ends_the_window():
    table = duel(WARD, ann_hand="ward.1", bob_hand="ward.2")
    deed, asked, _ = attack(table, answers=["react ward.1 1"])
    assert deed.cancelled and len(asked) == 1


def test_what_must_react_does_so_first_and_its_player_orders_it():
    table = duel(WARD, HURT, card("other", do='reaction = "when attack"\nforced = true\ndo = [{ draw = 1 }]'),
                 ann_hand="thorns.1 thorns.2 other ward.1")  # fmt: skip
    _, asked, _ = attack(table, "ann", answers=["react other 1", "decline"])
    assert asked[0] == ("ann", "when attack: which first", ["react thorns.1 1", "react other 1"])  # equal copies are one answer
    assert [event.detail["card"] for event in table.history if event.kind == "react"] == ["other", "thorns.1", "thorns.2"]


def test_the_steps_of_a_window_can_be_read_as_a_list():
    names = [step.__name__ for step in Window.STEPS]
    assert names == ["compulsory_first", "players_in_turn", "compulsory_last", "resolve_declared"]


class Together(DuelTiming):
    def declared_together(self, table):
        return True


def test_what_is_declared_together_resolves_only_when_all_have_spoken():
    cheer = card("cheer", do='reaction = "when attack"\ndo = [{ draw = 1 }]', copies=2)
    table = duel(cheer, WARD, timing=Together(), ann_hand="cheer.1", ann_deck="ward.1 ward.2", bob_hand="ward.3")
    attack(table, answers=["react cheer.1 1", "react ward.3 1", "react ward.3 1"])
    assert [event.kind for event in table.history[2:]] == ["react", "react", "cancel"]  # cancelled before anybody drew


def test_a_caller_may_take_the_declared_reactions_and_resolve_them_later():
    table = duel(WARD, ann_hand="ward.1")
    deed, _, declared = attack(table, "ann", answers=["react ward.1 1"], options={"only_declare": True})
    assert not deed.cancelled
    assert [reaction.card for reaction, _ in declared] == ["ward.1"]


def test_a_condition_that_does_not_hold_is_the_reason_of_a_refusal():
    ward = WARD.replace("do = [", 'if = "this.exhausted"\ndo = [')
    table = duel(ward, card("cheer", do='reaction = "when attack"\ndo = [{ draw = 1 }]'), ann_hand="ward.1 cheer")
    window = react(table, "when attack", Deed("attack", player="ann"))
    choice = next(window)
    assert list(choice.options) == ["react cheer 1", "decline"]
    (refusal,) = choice.refused()
    assert refusal.option == "react ward.1 1"
    assert refusal.clauses[0][:2] == ("DUEL-3", "its condition does not hold: this.exhausted")


def test_near_misses_are_told_on_tracing():
    table = duel(WARD, ann_hand="ward.1")
    table.tracing = True
    attack(table, "ann", answers=["decline"])
    assert [(event.kind, event.detail["near"][0][:2]) for event in table.history[2:]] == [("window", ("ward.1", "1"))]


def test_a_game_that_says_nothing_has_cards_of_no_player_that_react_at_once():
    table = duel(WARD.replace("copies = 4", "copies = 1"), timing=Timing(), table_row="ward")
    deed, asked, _ = attack(table, "ann")
    assert deed.cancelled and not asked


class Echoing(DuelTiming):
    """Every reaction is a new deed that can be reacted to."""

    def resolve(self, table, reaction, deed, declared):
        yield from react(table, "when echo", Deed("echo"))


def test_cards_that_set_each_other_off_for_ever_are_stopped():
    echo = card("echo", do='reaction = "when echo"\nforced = true\ndo = [{ draw = 1 }]', copies=3)
    table = duel(echo, timing=Echoing(), ann_hand="echo.1 echo.2 echo.3")
    played(react(table, "when echo", Deed("echo")))
    assert sum(event.kind == "react" for event in table.history) <= 2 * MAX_REACTIONS
    assert table.nesting == 0
