"""Where things lie, for tests in any folder."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "dcf_lab"
NOTEBOOKS = ROOT / "notebooks"
SCENARIOS = ROOT / "scenarios" / "dc_forever"
TEST_GAMES = ROOT / "tests" / "games"  # small games, which only the tests know
