"""The engine: tables, choices, events, cards and timing. It knows no game and needs only the standard library."""
