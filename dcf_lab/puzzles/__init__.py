"""Puzzles: search, proof, explanation, certificates."""
