"""Which rules are cited for what is done; each game keeps those that hold in it."""

from __future__ import annotations

from collections.abc import Mapping

from dcf_lab.games.deckbuilders.register import rules_of

TEXT = ("DDB-R021",)
# what the texts of cards make players do, whatever the game: these rules hold in all of them
OF_TEXTS = {word: TEXT for word in ("choose", "each", "decide", "mark", "short", "short of a cost", "tie")}
OF_TEXTS |= {"look": (*TEXT, "DDB-R060")}

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
    "teams alternate": ("DDB-R084",),
    "two characters": ("DDB-R083",),
    "may": ("DDB-R019", "DDB-R020", "DDB-R022", "DDB-R028", "DDB-R029"),
    "play": ("DDB-R021", "DDB-R023"),
    "play again": ("DDB-R097", "CNF-R065"),
    "too late": ("DDB-R068",),
    "stays": ("DDB-R064", "DDB-R065"),
    "play stack card": ("DDB-R003", "DDB-R048"),
    "play vulnerability": ("DDB-R005",),
    "play weakness": ("DDB-R006", "CNF-R002"),
    "power": ("DDB-R025",),
    "power of punch": ("DDB-R004",),
    "bonus": ("DDB-R077", "DDB-R074"),
    "double": ("DDB-R025",),
    "power gone": ("DDB-R034",),
    "buy": ("DDB-R025", "DDB-R026", "CNF-R010", "DDB-R030", "DDB-R032"),
    "for sale": ("DDB-R026", "CNF-R010", "DDB-R015"),
    "buy supply": ("DDB-R025", "DDB-R027", "DDB-R030"),
    "defeat": ("DDB-R039", "DDB-R040", "DDB-R042", "FEV-R007"),
    "take location": ("DDB-R063",),
    "one defeat": ("DDB-R041",),
    "no buying": ("DDB-R033",),
    "elsewhere": ("DDB-R030",),
    "gain": ("DDB-R072",),
    "nothing to gain": ("DDB-R073",),
    # what a card's text does: it is carried out as the card is played
    "text": TEXT,
    "put hand": ("DDB-R024",),
    **{f"put {area}": TEXT for area in ("deck", "bottom", "discard", "main deck", "kept", "weaknesses", "stack", "locations")},
    "pass": ("FEV-R014", "DDB-R104"),
    "use": ("DDB-R074",),
    "react": ("DDB-R077",),
    "react of character": ("DDB-R074",),
    "react of location": ("DDB-R066", "DDB-R067", "FEV-R010", "CNF-R018"),
    "both abilities": ("DDB-R075",),
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
    "draw in turn": ("DDB-R024",),
    "reshuffle": ("DDB-R061", "DDB-R060"),
    "reshuffle for another": ("DDB-R062",),
    "reveal": ("DDB-R060",),
    "discard": ("CNF-R020", "DDB-R031"),
    "destroy": ("DDB-R069", "DDB-R070"),
    "destroy for good": ("DDB-R071",),
    # Weakness
    "weakness": ("DDB-R057",),
    "no weakness": ("DDB-R059", "DDB-R073"),
    # Attacks
    "attack": ("DDB-R049", "DDB-R050", "CNF-R013"),
    "only attacks": ("DDB-R050",),
    "in order": ("DDB-R056", "CNF-R012"),
    "all first": ("DDB-R051", "CNF-R017"),
    "one by one": ("FEV-R008",),
    "first appearance": ("DDB-R045", "DDB-R046", "DDB-R047"),
    "patrol attack": ("DDB-R089",),
    "choose foe": ("DDB-R049", "CNF-R013", "CNF-R023"),
    "defend": ("DDB-R053", "CNF-R014"),
    "defend self": ("DDB-R052", "CNF-R014"),
    "defend partner": ("DDB-R086", "FEV-R023", "CNF-R014"),
    "defend on patrol": ("DDB-R090",),
    "defend against nothing": ("DDB-R055",),
    "one defense": ("DDB-R053", "CNF-R016"),
    "avoid": ("DDB-R054", "DDB-R052"),
    # the end of a turn
    "end turn": ("DDB-R035", "FEV-R006", "CNF-R011"),
    "clean up": ("DDB-R022", "DDB-R035", "FEV-R006", "CNF-R011"),
    "at end": ("DDB-R035", "FEV-R006", "CNF-R011"),
    "no turn": ("DDB-R047", "DDB-R035", "FEV-R006", "CNF-R011"),
    "extra draw": ("DDB-R035", "FEV-R006", "CNF-R011"),
    "new hand": ("DDB-R035", "FEV-R006", "CNF-R011"),
    "refill": ("DDB-R036",),
    "crowd": ("DDB-R037",),
    "add to line-up": ("DDB-R021", "FEV-R042"),
    "put line-up": ("DDB-R037",),
    "borrowed": ("DDB-R023",),
    "appear": ("DDB-R043", "DDB-R044"),
    "end of game": ("DDB-R078", "CNF-R046", "DDB-R081", "DDB-R082"),
    "score": ("DDB-R079", "DDB-R080", "CNF-R047"),
    "score weakness": ("DDB-R058",),
    "score team": ("DDB-R087",),
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
    # what the books say of single cards, by what is done with them
    "play batmobile": ("DDB-R093",),
    "play clayface": ("DDB-R097",),
    "play dark_knight": ("DDB-R098",),
    "play emerald_knight": ("DDB-R101",),
    "play harley_quinn": ("DDB-R102",),
    "play high_tech_hero": ("DDB-R103",),
    "play mera": ("DDB-R107",),
    "play swamp_thing": ("DDB-R111",),
    "play the_anti_monitor": ("DDB-R091",),
    "play the_joker": ("DDB-R105", "DDB-R050"),
    "play the_riddler": ("DDB-R108",),
    "play x_ray_vision": ("DDB-R112", "DDB-R050"),
    "appear atrocitus": ("DDB-R092",),
    "appear brainiac": ("DDB-R095",),
    "appear darkseid": ("DDB-R099",),
    "appear deathstroke": ("DDB-R100",),
    "appear lex_luthor": ("DDB-R106",),
    "appear sinestro": ("DDB-R109",),
    "appear the_joker": ("DDB-R104",),
    "end of ras_al_ghul": ("DDB-R038",),
    "face down wonder_woman_hero": ("DDB-R096",),
    "score bizarro": ("DDB-R094",),
    "score suicide_squad": ("DDB-R110",),
}


def cites_for(game: str, own: Mapping[str, tuple[str, ...]] | None = None) -> dict[str, tuple[str, ...]]:
    """The citations of a game: of the family's those that hold in it, and its own."""
    known = rules_of(game)
    return {word: tuple(rule for rule in ids if rule in known) for word, ids in {**CITES, **(own or {})}.items()}
