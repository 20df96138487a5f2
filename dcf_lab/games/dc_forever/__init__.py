"""DC Forever: Heroes against Rogues, for two, three and four players."""

from dcf_lab.games.dc_forever.setup import first_game, library, rulings, standard_game

__all__ = ["first_game", "library", "rulings", "standard_game"]
