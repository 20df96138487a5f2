"""Serving the lab: Voilà on the packaged notebooks, with what it needs to work offline and to keep visitors apart."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dcf_lab.lab.kept import FOLDER as KEPT

PACKAGE = Path(__file__).parent.parent
NOTEBOOKS = next(path for path in (PACKAGE / "notebooks", PACKAGE.parent / "notebooks") if path.is_dir())
MAX_SOCKET_MESSAGE = 8 * 2**20
IDLE_SECONDS = 600  # after which a kernel without a page is ended; its browser has kept the record
MAX_KERNELS = 100


class PortTaken(Exception):
    """The port that was asked for cannot be had."""


def serve(
    port: int = 8866,
    browser: bool = True,
    scenarios: Path | None = None,
    packs: Sequence[Path] = (),
    preheat: int = 1,
    host: str = "127.0.0.1",
) -> None:
    """Serve the lab until Ctrl-C."""
    port = _free_port(host, port)
    _prepare_environment(scenarios, packs)
    from tornado.ioloop import IOLoop

    with TemporaryDirectory(prefix="dcf_lab-") as folder:  # for this user's eyes only
        os.environ[KEPT] = folder
        app = _voila()(config=_config(host, port, browser, preheat))
        app.log.setLevel(logging.ERROR)
        app.initialize([])
        address = f"http://{'localhost' if host == '127.0.0.1' else host}:{port}/"
        IOLoop.current().add_callback(print, f"dcf_lab is at {address}  (Ctrl-C stops it)", flush=True)
        with suppress(KeyboardInterrupt):
            app.start()


def _free_port(host: str, port: int) -> int:
    """The port, if nobody has it; 0 finds a free one."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            why = {errno.EADDRINUSE: "is in use", errno.EACCES: "is not yours to use"}.get(error.errno or 0, "cannot be had")
            raise PortTaken(f"port {port} {why}; choose another with --port, or --port 0 for any free one") from None
        return int(probe.getsockname()[1])


def _prepare_environment(scenarios: Path | None, packs: Sequence[Path]) -> None:
    """What kernels inherit, and what must be said before Voilà is imported."""
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # two seconds of grammars that nothing here uses
    templates = str(PACKAGE / "jupyter")
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [templates, os.environ.get("JUPYTER_PATH")]))
    os.environ["DCF_LAB_PACKS"] = os.pathsep.join(str(path.resolve()) for path in packs)
    os.environ["DCF_LAB_SCENARIOS"] = str(scenarios.resolve()) if scenarios else ""


def _config(host: str, port: int, browser: bool, preheat: int) -> Any:
    from traitlets.config import Config

    config = Config()
    config.Voila.root_dir = str(NOTEBOOKS)
    config.Voila.ip, config.Voila.port, config.Voila.port_retries = host, port, 0
    config.Voila.open_browser = browser
    config.Voila.config_file_paths = []
    # Voilà's own beacon that ends the kernel of a closed page carries no token; kernel ids cannot be guessed
    config.Voila.tornado_settings = {
        "disable_check_xsrf": True,
        "websocket_max_message_size": MAX_SOCKET_MESSAGE,
        # a web site can give its own name this machine's address, and would then be no stranger to its own origin
        "allow_remote_access": host not in ("127.0.0.1", "localhost", "::1"),
    }
    lab = config.VoilaConfiguration
    lab.template, lab.allow_template_override, lab.allow_theme_override = "dcf", "NO", "NO"
    lab.file_allowlist = [r"(?!)"]  # no file is served
    lab.extension_denylist = ["jupyterlab-plotly", "jupyterlab_pygments"]
    lab.show_tracebacks = False
    lab.preheat_kernel, lab.default_pool_size = preheat > 0, max(preheat, 1)
    config.VoilaKernelManager.preheat_denylist = ["example.ipynb"]
    if os.name == "posix":
        config.ConnectionFileMixin.transport = "ipc"  # nothing but this machine's files lies between server and engine
    config.MappingKernelManager.cull_idle_timeout = IDLE_SECONDS
    config.MappingKernelManager.cull_interval = 60
    config.MappingKernelManager.cull_connected = False
    return config


def _voila() -> Any:
    """Voilà with a front door: `/` is the start page, and a link opens the explore page or a puzzle."""
    from tornado.web import HTTPError, RequestHandler
    from voila.app import Voila
    from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
    from voila.tornado.handler import TornadoVoilaHandler

    class Door(RequestHandler):
        def get(self) -> None:
            said = set(self.request.query_arguments)
            page = "puzzles" if "puzzle" in said else "explore" if {"s", "scenario", "start"} & said else "index"
            query = f"?{self.request.query}" if self.request.query else ""
            self.redirect(f"/voila/render/{page}.ipynb{query}")

    class Render(TornadoVoilaHandler):  # type: ignore[misc]
        async def prepare(self, **how: Any) -> None:
            await super().prepare(**how)  # an error is shown to somebody, so who comes must be known first
            if _sneaked_in(self.request.headers):
                raise HTTPError(403)
            if len(self.kernel_manager.list_kernel_ids()) >= MAX_KERNELS:
                raise HTTPError(503, "Too many visitors are here just now; try again in a while.")

    class Farewell(VoilaShutdownKernelHandler):  # type: ignore[misc]
        async def post(self, kernel: str) -> None:
            if kernel in self.kernel_manager:  # a page says goodbye twice, Voilà's way and ours
                await super().post(kernel)
            else:
                self.set_status(204)

    class Lab(Voila):  # type: ignore[misc]
        name = "voila"

        def stop(self) -> None:
            with suppress(Exception):  # an engine that was just being started may be gone already
                super().stop()

        def init_handlers(self) -> list[Any]:
            rest = [
                handler for handler in super().init_handlers() if "/voila/tree" not in handler[0] and "contents" not in handler[0]
            ]
            ours = {TornadoVoilaHandler: Render, VoilaShutdownKernelHandler: Farewell}
            rest = [(path, ours.get(handler, handler), *more) for path, handler, *more in rest]
            return [(r"/", Door), *(handler for handler in rest if handler[0] != "/")]

    return Lab


def _sneaked_in(headers: Mapping[str, str]) -> bool:
    """Does another site ask for a page without anybody going there? Each one as an 'image' would start an engine."""
    visited = headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
    return headers.get("Sec-Fetch-Site") == "cross-site" and not visited
