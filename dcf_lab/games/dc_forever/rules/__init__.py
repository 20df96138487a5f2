"""The rules of DC Forever, as the rulebook orders them."""
