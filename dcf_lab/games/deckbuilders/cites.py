"""Which rules are cited for what is done; each game keeps those that hold in it."""

from __future__ import annotations

from collections.abc import Mapping

from dcf_lab.games.deckbuilders.register import rules_of

CITES: dict[str, tuple[str, ...]] = {
    # set-up
    "set-up": ("DDB-R001", "FEV-R001", "CNF-R001", "DDB-R007", "DDB-R014", "DDB-R015", "CNF-R003", "CNF-R007"),
    "stack": ("DDB-R010", "DDB-R011", "FEV-R003", "DDB-R012"),
    "shuffle": ("DDB-R016",),
    "line-up": ("DDB-R013",),
    "first player": ("DDB-R017", "FEV-R004", "CNF-R008"),
    "character": ("DDB-R008", "FEV-R002", "CNF-R005", "CNF-R006"),
    "pick": ("DDB-R009", "CNF-R005", "CNF-R006"),
    # a turn
    "turn": ("DDB-R018", "CNF-R008"),
    "clockwise": ("DDB-R018", "CNF-R008"),
    "may": ("DDB-R019", "DDB-R020", "DDB-R022", "DDB-R028", "DDB-R029"),
    "play": ("DDB-R021", "DDB-R023"),
    "play again": ("DDB-R097", "CNF-R065"),
    "stays": ("DDB-R064", "DDB-R065"),
    "play stack card": ("DDB-R003", "DDB-R048"),
    "play vulnerability": ("DDB-R005",),
    "play weakness": ("DDB-R006", "CNF-R002"),
    "power": ("DDB-R025",),
    "power of punch": ("DDB-R004",),
    "bonus": ("DDB-R077", "DDB-R066"),
    "double": ("DDB-R025",),
    "power gone": ("DDB-R034",),
    "buy": ("DDB-R025", "DDB-R026", "CNF-R010", "DDB-R030", "DDB-R032"),
    "for sale": ("DDB-R026", "CNF-R010", "DDB-R015"),
    "buy supply": ("DDB-R025", "DDB-R027", "DDB-R030"),
    "defeat": ("DDB-R039", "DDB-R040"),
    "one defeat": ("DDB-R041",),
    "no buying": ("DDB-R033",),
    "elsewhere": ("DDB-R030",),
    "gain": ("DDB-R072",),
    "pass": ("FEV-R014", "DDB-R104"),
    "use": ("DDB-R074",),
    "react": ("DDB-R077", "DDB-R074", "DDB-R066"),
    "which next": ("DDB-R077",),
    "decline": ("DDB-R074", "DDB-R077"),
    "once": ("DDB-R067", "CNF-R018", "DDB-R074"),
    "own turn": ("DDB-R074", "DDB-R067", "CNF-R018"),
    "reward": ("FEV-R012",),
    "off turn": ("FEV-R006", "DDB-R034"),
    "discount": ("DDB-R039",),
    "spend": ("DDB-R108",),
    # decks
    "draw": ("DDB-R060", "FEV-R005"),
    "reshuffle": ("DDB-R061", "DDB-R060"),
    "reveal": ("DDB-R060",),
    "discard": ("CNF-R020", "DDB-R031"),
    "destroy": ("DDB-R069", "DDB-R070"),
    # Weakness
    "weakness": ("DDB-R057",),
    "no weakness": ("DDB-R059",),
    # Attacks
    "attack": ("DDB-R049", "DDB-R050", "CNF-R013"),
    "only attacks": ("DDB-R050",),
    "all first": ("DDB-R051", "CNF-R017"),
    "one by one": ("FEV-R008",),
    "first appearance": ("DDB-R045", "DDB-R046", "DDB-R047"),
    "patrol attack": ("DDB-R089",),
    "choose foe": ("DDB-R049", "CNF-R013", "CNF-R023"),
    "defend": ("DDB-R053", "CNF-R014"),
    "defend self": ("DDB-R052", "CNF-R014"),
    "defend partner": ("DDB-R086", "FEV-R023", "CNF-R014"),
    "one defense": ("DDB-R053", "CNF-R016"),
    "avoid": ("DDB-R054", "DDB-R052"),
    # the end of a turn
    "end turn": ("DDB-R035", "FEV-R006", "CNF-R011"),
    "clean up": ("DDB-R022", "DDB-R035", "FEV-R006", "CNF-R011"),
    "at end": ("DDB-R035", "FEV-R006", "CNF-R011"),
    "no turn": ("DDB-R047", "DDB-R035", "FEV-R006", "CNF-R011"),
    "new hand": ("DDB-R035", "FEV-R006", "CNF-R011"),
    "refill": ("DDB-R036",),
    "borrowed": ("DDB-R023",),
    "appear": ("DDB-R043", "DDB-R044"),
    "end of game": ("DDB-R078", "CNF-R046", "DDB-R079", "DDB-R080", "DDB-R081", "DDB-R082"),
    # Forever Evil
    "points": ("FEV-R015", "FEV-R016"),
    "lose points": ("FEV-R017",),
    "steal": ("FEV-R018", "FEV-R017"),
    "freeze": ("FEV-R035",),
    "frozen": ("FEV-R035",),
    "thaw": ("FEV-R035",),
    "discard defense": ("DDB-R052", "CNF-R014", "CNF-R063"),
    "show defense": ("CNF-R016", "DDB-R052"),
    # variants
    "pass to partner": ("DDB-R085",),
    "patrol": ("DDB-R088",),
    "face down": ("DDB-R076",),
}


def cites_for(game: str, own: Mapping[str, tuple[str, ...]] | None = None) -> dict[str, tuple[str, ...]]:
    """The citations of a game: of the family's those that hold in it, and its own."""
    known = rules_of(game)
    return {word: tuple(rule for rule in ids if rule in known) for word, ids in {**CITES, **(own or {})}.items()}
