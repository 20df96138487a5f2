"""The games, each in a package of its own; a game never imports another game."""
