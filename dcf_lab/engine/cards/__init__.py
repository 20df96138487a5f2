"""The card language: what card files may say, read and checked."""
