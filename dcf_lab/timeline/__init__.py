"""The tree of answers, and what it looks like."""
