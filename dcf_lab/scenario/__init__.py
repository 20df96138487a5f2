"""Scenario files: one TOML file with a position, a script, a goal."""
