"""A little of what `python tests/fuzz.py` does for as long as one likes: damaged input gets a sentence, soon."""

import pytest
from fuzz import PARSERS, fuzz


@pytest.mark.parametrize("parser", PARSERS)
def test_damaged_input_gets_a_sentence(parser):
    number, found = fuzz(parser, seed=1, seconds=10, most=25)

    assert number >= 3 and found == []
