"""Players that are no people, and many games of theirs."""
