"""What a bot must know of DC Forever."""

from dcf_lab.games import Mind
from dcf_lab.games.dc_forever.players.judge import judge, parts, planning
from dcf_lab.games.dc_forever.players.rollout import further, hunch

MIND = Mind(judge, planning, further, hunch, scale=30.0, parts=parts)
