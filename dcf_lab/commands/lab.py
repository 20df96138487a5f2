"""The lab in the browser: what `dcf-lab` alone does."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from dcf_lab.commands import Wrong

ABOUT = "Without a command it opens the lab in the browser."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=8866, help="where the lab is served (8866); 0 finds a free port")
    parser.add_argument("--no-browser", action="store_true", help="only serve; the address is printed")
    parser.add_argument("--scenarios", type=Path, metavar="DIR", help="a folder of scenarios of your own, beside ours")
    parser.add_argument(
        "--preheat", type=int, default=1, metavar="N", help="engines kept ready for the next visitors of each page (1)"
    )
    parser.add_argument(
        "--per-address", type=int, default=60, metavar="N", help="pages that visitors of one address may have open together (60)"
    )
    parser.add_argument(
        "--behind-proxy", action="store_true", help="visitors come through a proxy that says their addresses in X-Forwarded-For"
    )


def run(options: argparse.Namespace) -> int:
    from dcf_lab.lab.server import PortTaken, serve  # only the page needs what this imports

    if options.scenarios is not None and not options.scenarios.is_dir():
        raise Wrong(f"{options.scenarios}: there is no such folder of scenarios")
    if not 0 <= options.port <= 65535:
        raise Wrong(f"--port is a number from 0 to 65535, not {options.port}")
    if not 0 <= options.preheat <= 50:
        raise Wrong(f"--preheat is a number from 0 to 50, not {options.preheat}")
    if not 1 <= options.per_address <= 100:
        raise Wrong(f"--per-address is a number from 1 to 100, not {options.per_address}")
    who = {"per_address": options.per_address, "behind_proxy": options.behind_proxy}
    try:
        serve(options.port, not options.no_browser, options.scenarios, options.pack, options.preheat, **who)
    except PortTaken as error:
        raise Wrong(str(error)) from None
    except ImportError as error:
        raise Wrong(
            f"the page needs {error.name}, which is not installed; run pip install -e . in the project's folder"
        ) from None
    print(f"{os.linesep}The lab is closed.")
    return 0
