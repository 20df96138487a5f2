"""Lessons: chapters of a scenario file, whose questions the engine answers."""
