"""What the DC deck-building games share: turn, Line-Up, buying, Attacks and Defenses, decks, card language. No game by itself."""
