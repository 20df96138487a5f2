"""DC Forever: Heroes against Rogues, for two, three and four players."""

from dcf_lab.games.dc_forever.rules.setup import first_game, library, rulings, standard_game
from dcf_lab.games.dc_forever.rules.why import ways, why_not

__all__ = ["first_game", "library", "rulings", "standard_game", "ways", "why_not"]
