"""Runs the dashboard under gunicorn: one worker with threads, loopback by default, gone within a second when told to stop.

The app is made in the worker, after the fork, because feed and hub run threads of their own.
"""

import logging
import os
import signal
import socket
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from flask import Flask
from gunicorn import util
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.workers import gthread

from web_dashboard.config import DashboardConfig
from web_dashboard.parts import parts
from web_dashboard.request_guard import PatientWorker, refuse

SPARE_THREADS = 32
"""Threads for short requests beside one for each open stream."""
GRACEFUL_S = 5
IDLE_S = 0.1
"""The longest gunicorn waits for a silent client, at each of the three places where it would wait two seconds or more."""

MakeApp = Callable[[], Flask]


class _Master(Arbiter):  # type: ignore[misc]  # gunicorn has no types
    """Remembers a Ctrl-C: gunicorn itself ends with the same exit code whoever told it to."""

    interrupted = False

    def handle_int(self) -> None:
        """See gunicorn."""
        self.interrupted = True
        super().handle_int()


class Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    """`make_app` is called once, in the worker."""

    def __init__(self, config: DashboardConfig, make_app: MakeApp, quiet: bool = True) -> None:
        self._config = config
        self._make_app = make_app
        self._quiet = quiet
        super().__init__()

    def load_config(self) -> None:
        """Every setting of gunicorn that is not its default, and no file of settings."""
        threads = self._config.max_viewers + SPARE_THREADS
        settings = {
            "bind": f"{self._config.host}:{self._config.port}",
            "workers": 1,
            "worker_class": PatientWorker,
            "threads": threads,
            "worker_connections": threads * 4,
            "keepalive": 75,
            "graceful_timeout": GRACEFUL_S,
            "control_socket_disable": True,
            "loglevel": "warning" if self._quiet else "info",
            "post_worker_init": _close_hub_on_signals,
            "worker_exit": _leave,
            "proc_name": "burnturn-dashboard",
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def run(self) -> None:
        """Until a signal. KeyboardInterrupt when that was Ctrl-C and all has been stopped, SystemExit else."""
        master = _Master(self)
        try:
            master.run()
        except SystemExit:
            if master.interrupted:
                raise KeyboardInterrupt from None
            raise

    def load(self) -> Flask:
        """The app, in the worker."""
        _shorten_waits()
        return self._make_app()


def _shorten_waits() -> None:
    """No setting reaches these. Browsers open connections ahead of need and say nothing; others do not close when told to.

    Each would hold a stop up by seconds, and the last one, done by the accepting thread, everybody.
    """
    gthread.DEFAULT_WORKER_DATA_TIMEOUT = IDLE_S  # for the first byte; after it the connection waits without a thread
    gthread.STOP_KEEPALIVE_LINGER = IDLE_S  # for one more request while stopping
    util.write_error = refuse
    util.close_graceful = partial(util.close_graceful, timeout=IDLE_S)  # for the client to close first


def _close_hub_on_signals(worker: Any) -> None:
    """Streams would hold a stop up, and connections on which nothing was ever said: end both when the signal comes."""
    hub = parts(worker.wsgi).hub

    def wrap(number: signal.Signals) -> None:
        stop = signal.getsignal(number)

        def first_the_streams(received: int, frame: FrameType | None) -> None:
            hub.close()
            for silent in worker.pending_conns:
                silent.timeout = 0.0
            if callable(stop):
                stop(received, frame)

        signal.signal(number, first_the_streams)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        wrap(number)


def _leave(_server: object, _worker: object) -> None:
    """The worker's last act. All it holds is memory; taking a Python process apart piece by piece takes a third of the second."""
    logging.shutdown()
    os._exit(0)


def _ask_for(host: str, port: int) -> None:
    """gunicorn would try for five seconds, and say so each time."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as taken:
        raise OSError(f"{host}:{port}: {os.strerror(taken.errno) if taken.errno else taken}") from taken


def serve(config: DashboardConfig, make_app: MakeApp, *, quiet: bool = True) -> None:
    """Serves until SIGTERM (SystemExit 0) or Ctrl-C (KeyboardInterrupt). OSError, which names it, when the address is taken."""
    _ask_for(config.host, config.port)
    Server(config, make_app, quiet).run()
