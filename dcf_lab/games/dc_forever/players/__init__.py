"""What a bot needs to know of DC Forever."""
