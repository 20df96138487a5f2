"""Looking at a game that was played: what caused what, how numbers went, where two courses part; views of the log."""
