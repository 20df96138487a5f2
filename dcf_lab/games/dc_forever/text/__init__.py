"""What cards, events and answers say: the card language and its English."""
