"""The table of DC Forever: positions set and described, and who sees what."""
