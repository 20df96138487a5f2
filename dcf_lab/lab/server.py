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
from dcf_lab.lab.rooms import FOLDER as ROOMS
from dcf_lab.lab.rooms import LAB
from dcf_lab.lab.visitors import PER_ADDRESS, UNCLAIMED_SECONDS, Full, Seat, Visitors, address_of

PACKAGE = Path(__file__).parent.parent
NOTEBOOKS = next(path for path in (PACKAGE / "notebooks", PACKAGE.parent / "notebooks") if path.is_dir())
MAX_SOCKET_MESSAGE = 8 * 2**20
IDLE_SECONDS = 600  # after which a kernel without a page is ended; its browser has kept the record
THIS_MACHINE = ("127.0.0.1", "localhost", "::1")
TRY_AGAIN_SECONDS = 10  # for who comes when the lab is full


class PortTaken(Exception):
    """The port that was asked for cannot be had."""


def serve(
    port: int = 8866,
    browser: bool = True,
    scenarios: Path | None = None,
    packs: Sequence[Path] = (),
    preheat: int = 1,
    host: str = "127.0.0.1",
    per_address: int = PER_ADDRESS,
    behind_proxy: bool = False,
    unclaimed: float = UNCLAIMED_SECONDS,
) -> None:
    """Serve the lab until Ctrl-C."""
    door = _open_port(host, port)
    port = int(door.getsockname()[1])
    _prepare_environment(scenarios, packs)
    from tornado.ioloop import IOLoop

    with TemporaryDirectory(prefix="dcf_lab-") as folder:  # for this user's eyes only
        _prepare_folders(Path(folder), host in THIS_MACHINE and not behind_proxy)
        app = _voila(door, per_address, behind_proxy, unclaimed)(config=_config(host, port, browser, preheat))
        app.log.setLevel(logging.ERROR)
        app.ioloop = IOLoop.current()  # a request to end may come before it runs
        app.initialize([])
        address = f"http://{'localhost' if host == '127.0.0.1' else host}:{port}/"
        IOLoop.current().add_callback(print, f"dcf_lab is at {address}  (Ctrl-C stops it)", flush=True)
        with suppress(KeyboardInterrupt):
            app.start()


def _open_port(host: str, port: int) -> socket.socket:
    """The port, ours from now on, if nobody has it; 0 finds a free one."""
    try:
        door = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=128)
    except OSError as error:
        why = {errno.EADDRINUSE: "is in use", errno.EACCES: "is not yours to use"}.get(error.errno or 0, "cannot be had")
        raise PortTaken(f"port {port} {why}; choose another with --port, or --port 0 for any free one") from None
    door.setblocking(False)
    return door


def _prepare_environment(scenarios: Path | None, packs: Sequence[Path]) -> None:
    """What kernels inherit, and what must be said before Voilà is imported."""
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # two seconds of grammars that nothing here uses
    templates = str(PACKAGE / "jupyter")
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [templates, os.environ.get("JUPYTER_PATH")]))
    os.environ["DCF_LAB_PACKS"] = os.pathsep.join(str(path.resolve()) for path in packs)
    os.environ["DCF_LAB_SCENARIOS"] = str(scenarios.resolve()) if scenarios else ""


def _prepare_folders(folder: Path, own: bool) -> None:
    """What visitors leave with the lab; rooms are opened only from a lab that serves nobody but its own machine."""
    for name, word in ((KEPT, "kept"), (ROOMS, "rooms")):
        (folder / word).mkdir()
        os.environ[name] = str(folder / word)
    os.environ[LAB] = str(os.getpid())
    if not own:
        del os.environ[ROOMS]


def _config(host: str, port: int, browser: bool, preheat: int) -> Any:
    from traitlets.config import Config

    config = Config()
    config.Voila.root_dir = str(NOTEBOOKS)
    config.Voila.ip, config.Voila.port = host, port
    config.Voila.open_browser = browser
    config.Voila.config_file_paths = []
    # Voilà's own beacon that ends the kernel of a closed page carries no token; kernel ids cannot be guessed
    config.Voila.tornado_settings = {
        "disable_check_xsrf": True,
        "websocket_max_message_size": MAX_SOCKET_MESSAGE,
        # a web site can give its own name this machine's address, and would then be no stranger to its own origin
        "allow_remote_access": host not in THIS_MACHINE,
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


class _Giving:
    """The kernels, as a page that is being made sees them: whichever it is given goes to the visitor's seat."""

    def __init__(self, kernels: Any, seat: Seat) -> None:
        self._kernels, self._seat = kernels, seat

    def __getattr__(self, name: str) -> Any:
        return getattr(self._kernels, name)

    async def start_kernel(self, **how: Any) -> str:
        engine = self._seat.engine = str(await self._kernels.start_kernel(**how))
        return engine

    async def get_rendered_notebook(self, **how: Any) -> Any:
        """One that was kept ready."""
        found = await self._kernels.get_rendered_notebook(**how)
        self._seat.engine = found[-1]
        return found


def _voila(door: socket.socket, per_address: int, behind_proxy: bool, unclaimed: float) -> Any:
    """Voilà with a front door: `/` is the start page, and a link opens the explore page, a puzzle or a rule."""
    from tornado.httpserver import HTTPServer
    from tornado.web import HTTPError, RequestHandler
    from voila.app import Voila
    from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
    from voila.tornado.handler import TornadoVoilaHandler
    from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

    class Door(RequestHandler):
        def get(self) -> None:
            said = set(self.request.query_arguments)
            pages = {
                "puzzles": {"puzzle"},
                "explore": {"s", "scenario", "start"},
                "learn": {"rule", "part"},
                "workshop": {"lesson"},
            }
            page = next((page for page, words in pages.items() if words & said), "index")
            query = f"?{self.request.query}" if self.request.query else ""
            self.redirect(f"/voila/render/{page}.ipynb{query}")

    class Render(TornadoVoilaHandler):  # type: ignore[misc]
        seat: Seat

        @property
        def kernel_manager(self) -> Any:
            return _Giving(super().kernel_manager, self.seat)

        async def prepare(self, **how: Any) -> None:
            await super().prepare(**how)  # an error is shown to somebody, so who comes must be known first
            if _sneaked_in(self.request.headers):
                raise HTTPError(403)

        async def get(self, path: str | None = None) -> None:
            visitors = self.settings["visitors"]
            try:
                self.seat = visitors.admit(address_of(self.request.remote_ip or "", self.request.headers, behind_proxy))
            except Full as full:
                self.set_status(503)
                self.set_header("Retry-After", str(TRY_AGAIN_SECONDS))
                self.set_header("Cache-Control", "no-store")
                self.finish(self.render_template("full.html.j2", why=str(full), seconds=TRY_AGAIN_SECONDS))
                return
            try:
                await super().get(path)
            finally:
                visitors.sent(self.seat)

    class Channels(VoilaKernelWebsocketHandler):  # type: ignore[misc]
        came = False

        async def open(self, kernel_id: str) -> None:
            self.came = True
            self.settings["visitors"].connected(kernel_id)
            await super().open(kernel_id)

        def on_close(self) -> None:
            if self.came:
                self.settings["visitors"].disconnected(self.kernel_id)
            super().on_close()

    class Farewell(VoilaShutdownKernelHandler):  # type: ignore[misc]
        async def post(self, kernel: str) -> None:
            if kernel in self.kernel_manager:  # a page says goodbye twice, Voilà's way and ours
                await super().post(kernel)
            else:
                self.set_status(204)

    class Lab(Voila):  # type: ignore[misc]
        name = "voila"

        def init_settings(self) -> dict[str, Any]:
            settings: dict[str, Any] = super().init_settings()

            async def end(engine: str) -> None:
                with suppress(Exception):  # it may have been ended by itself meanwhile
                    await self.kernel_manager.shutdown_kernel(engine)

            def begin_to_end(engine: str) -> None:
                self.ioloop.add_callback(end, engine)

            later = self.ioloop.call_later
            settings["visitors"] = Visitors(self.kernel_manager, begin_to_end, later, per_address, unclaimed)
            return settings

        def listen(self) -> None:
            """At the door that is ours already, so that nobody can come between."""
            HTTPServer(self.app).add_socket(door)
            if self.open_browser:
                self.launch_browser()
            try:
                self.ioloop.start()
            finally:
                self.stop()

        def stop(self) -> None:
            with suppress(Exception):  # an engine that was just being started may be gone already
                super().stop()

        def init_handlers(self) -> list[Any]:
            rest = [
                handler for handler in super().init_handlers() if "/voila/tree" not in handler[0] and "contents" not in handler[0]
            ]
            ours = {
                TornadoVoilaHandler: Render, VoilaShutdownKernelHandler: Farewell, VoilaKernelWebsocketHandler: Channels,
            }  # fmt: skip
            rest = [(path, ours.get(handler, handler), *more) for path, handler, *more in rest]
            return [(r"/", Door), *(handler for handler in rest if handler[0] != "/")]

    return Lab


def _sneaked_in(headers: Mapping[str, str]) -> bool:
    """Does another site ask for a page without anybody going there? Each one as an 'image' would start an engine."""
    visited = headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
    return headers.get("Sec-Fetch-Site") == "cross-site" and not visited
