"""The DC Deck-Building Game (2012)."""
