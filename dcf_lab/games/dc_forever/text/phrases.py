"""DC Forever's words for what expressions speak of: names, groups, numbers, states, relations, functions."""

from __future__ import annotations

import ast

from dcf_lab.engine.cards.english import Scene, at

NAMES = {
    "this": "this card", "it": "it", "you": "you", "actor": "the acting character", "target": "the target",
    "place": "that Location", "card": "that card", "player": "that player", "amount": "the amount",
    "attacking": "the damage from an Attack", "defeated": "the damage that defeats its target",
    "claimed": "the number of citizens claimed", "dealt": "the damage dealt", "modifiers": "the number of modifiers played",
    "hero": "each Hero player", "rogue": "each Rogue player", "sanctuary": "Sanctuary", "supply": "the supply",
    "round": "the number of the round", "x": "X",
}  # fmt: skip

GROUPS = {
    "hero": "Hero", "rogue": "Rogue", "character": "character", "own character": "character of yours",
    "opposing character": "opposing character", "unaligned": "Unaligned character", "location": "Location", "scheme": "Scheme",
    "attachment": "Attachment", "asset": "Asset", "minion": "Minion", "completed scheme": "completed Scheme",
    "captured": "captured Rogue", "knocked out": "knocked out Hero", "player": "player", "hero player": "Hero player",
    "rogue player": "Rogue player", "card": "card",
}  # fmt: skip
KINDS = GROUPS | {"event": "event", "resource": "resource card"}

# attribute -> how it is called as somebody's, and what somebody with so much of it has
COUNTED = {
    "damage": ("damage", "{} damage"),
    "citizens": ("citizens", "{} citizen(s)"),
    "resources": ("resources", "{} resource(s)"),
    "health": ("Health", "{} Health"),
    "remaining": ("remaining Health", "{} Health left"),
    "attack": ("Attack value", "an Attack value of {}"),
    "rescue": ("Rescue value", "a Rescue value of {}"),
    "threaten": ("Threaten value", "a Threaten value of {}"),
    "claim": ("Claim value", "a Claim value of {}"),
    "cost": ("cost", "a cost of {}"),
    "renown": ("Renown", "{} Renown"),
    "infamy": ("Infamy", "{} Infamy"),
    "threshold": ("completion threshold", "a completion threshold of {}"),
    "hand": ("number of cards in hand", "{} card(s) in hand"),
    "deck": ("number of cards in the deck", "{} card(s) in the deck"),
    "discard": ("number of cards in the discard pile", "{} card(s) in the discard pile"),
    "attachments": ("number of Attachments", "{} Attachment(s)"),
    "empowering": ("number of empowering cards", "{} empowering card(s)"),
    "characters": ("number of characters", "{} character(s)"),
}
# attribute -> how a card in that state is, and how it is otherwise
STATES = {
    "exhausted": ("exhausted", "ready"),
    "ready": ("ready", "exhausted"),
    "swayed": ("swayed", "not swayed"),
    "faceup": ("faceup", "facedown"),
    "in_play": ("still in play", "no longer in play"),
}
# attribute -> how it is called as somebody's, what it says with somebody else, and what it says alone
RELATIONS = {
    "at": ("Location", "is at {}", "is at a Location"),
    "host": ("host", "is attached to {}", "is attached to a character"),
    "side": ("side", "is on the side of {}", "is on a side"),
    "type": ("type", "is {}", "has a type"),
    "of": ("character", "belongs to {}", "belongs to a character"),
    "owner": ("owner", "is owned by {}", "has an owner"),
    "controller": ("player", "is controlled by {}", "is controlled by a player"),
    "scheme": ("Scheme", "holds {}", "has a Scheme"),
}
# number of a moment -> what is said when there is so much of it
HAPPENED = {
    "claimed": "{} citizen(s) (were) claimed",
    "dealt": "{} damage was dealt",
    "modifiers": "{} modifier(s) (were) played",
}
TRUTHS = {"attacking": ("the damage", "comes from an Attack"), "defeated": ("the damage", "defeats its target")}
FUNCTIONS = {
    "half": "half of {} (rounded up)",
    "least": "the lower of {} and {}",
    "most": "the higher of {} and {}",
    "size": "the number of {}",
    "number": "the number of {}",
    "has": "has the {} trait",
    "marked": "has the {} mark",
}


def special(node: ast.expr, scene: Scene) -> str | None:
    """Phrases that fit no pattern: whom an Attachment is on, the Scheme at a Location."""
    match node:
        case ast.Attribute(value=ast.Name(id="this"), attr="host"):
            return f"the {KINDS.get(str(scene.card.values.get('onto')), 'character')} this is attached to"
        case ast.Attribute(value=inner, attr="scheme"):
            return f"the Scheme {at(inner, scene)}"
    return None
