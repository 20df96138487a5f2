"""DC Deck-Building Game: Confrontations (2017)."""
