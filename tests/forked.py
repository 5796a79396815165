"""The bot's processes for tests, forked from one that has loaded what they need.

`python -m bot` spends most of its start on loading, and about a hundred tests start it. In a fork
its folder, environment, arguments, standard files and signals are those of a process of its own; it
is killed and ends like one. Tests of what comes before `main` start the real command.
"""

import asyncio
import atexit
import errno
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
POSSIBLE = sys.platform == "linux"
"""Whether a process is forked; elsewhere loaded libraries may not bear it."""
LOADED = ("bot.app", "bot.operations.first_start", "bot.offline.front", "bot.offline.world")
"""Modules that are loaded, besides those of Discord's commands."""
PROGRAM = """
import runpy, sys
from tests.forked import serve
runpy.run_module(serve(int(sys.argv[1])), run_name="__main__", alter_sys=True)
"""
MOST_BYTES = 2**18
LOST = -1
"""The status of a process of which nobody knows how it ended."""
POLL_S = 0.005
"""Seconds between two looks whether a process has ended."""


class Process:
    """A forked process, to be handled as one of `asyncio.subprocess`."""

    def __init__(self, answers: socket.socket) -> None:
        self._answers = answers
        self.pid = int(answers.recv(32))
        self._status: int | None = None
        answers.setblocking(False)

    @property
    def returncode(self) -> int | None:
        """Its exit status, or minus the number of the signal that ended it; None while it runs."""
        with suppress(BlockingIOError):
            if self._status is None:
                self._hear(self._answers.recv(32))
        return self._status

    def send_signal(self, which: int) -> None:
        """Sends a signal; ProcessLookupError where it has ended."""
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, which)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        while (status := self.returncode) is None:
            await asyncio.sleep(POLL_S)
        return status

    def await_end(self, seconds: float) -> int:
        """The same where no event loop runs; TimeoutError where it had to be killed."""
        if self.returncode is None:
            self._answers.settimeout(seconds)
            try:
                self._hear(self._answers.recv(32))
            except TimeoutError:
                os.kill(self.pid, signal.SIGKILL)
                raise
        assert self._status is not None
        return self._status

    def _hear(self, answer: bytes) -> None:
        self._status = int(answer or LOST)
        self._answers.close()


def start(
    module: str,
    *arguments: str,
    cwd: Path,
    env: Mapping[str, str],
    files: Sequence[int],
    at_terminal: bool = False,
) -> Process:
    """Starts `python -m module`; its files are for output, errors and, if there is one, input."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    asked = [module, arguments, str(cwd), {**env}, at_terminal]
    with theirs:
        request = json.dumps(asked).encode()
        socket.send_fds(_server(), [request], [*files, theirs.fileno()])
    return Process(ours)


def run(
    module: str, *arguments: str, cwd: Path, env: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """What `python -m module` did when it has ended, and what it said; it need not be forked."""
    if not POSSIBLE:
        command = [sys.executable, "-m", module, *arguments]
        return subprocess.run(
            command, cwd=cwd, env=env, capture_output=True, encoding="utf-8", timeout=60
        )
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        files = [output.fileno(), errors.fileno()]
        status = start(module, *arguments, cwd=cwd, env=env, files=files).await_end(60)
        said = [os.pread(each, MOST_BYTES, 0).decode() for each in files]
    return subprocess.CompletedProcess([module, *arguments], status, *said)


@cache
def _server() -> socket.socket:
    """Where a process is asked for: one server for all processes of a run of tests."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    address = f"\0atelier-{run}"
    asking = _seqpacket()
    while True:
        with _seqpacket() as listening:
            try:
                listening.bind(address)
                listening.listen()
                _load(listening.fileno())
            except OSError as error:
                if error.errno != errno.EADDRINUSE:  # else another process has started it
                    raise
        with suppress(ConnectionRefusedError):  # it does not listen yet
            asking.connect(address)
            return asking
        time.sleep(POLL_S)


def _seqpacket() -> socket.socket:
    return socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def _load(listening: int) -> None:
    """Starts a server, which loads while the test goes on."""
    server = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(listening)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[listening],
        start_new_session=True,
    )
    atexit.register(_end, server)


def _end(server: subprocess.Popen[bytes]) -> None:
    _server().close()
    with suppress(subprocess.TimeoutExpired):  # others go on asking it
        server.wait(10)


# --- In the process that is forked ----------------------------------------------------------------


def serve(listening: int) -> str:
    """Loads what the bot needs, then forks on each request; returns, in a fork, what to run."""
    if "TEST_MUTANT" in os.environ:  # it is mistakes that are tried
        importlib.import_module("atelier_testing.mutants.trials").change_as_told()
    cogs = [f"cogs.{each.name}" for each in pkgutil.iter_modules([str(ROOT / "cogs")])]
    for module in (*LOADED, *cogs):
        importlib.import_module(module)
    languages = importlib.import_module("bot.texts.languages")
    for language in languages.LANGUAGES:
        languages.lexicon(language)
    drawing = importlib.import_module("bot.pictures.drawing")
    samples = importlib.import_module("bot.pictures.samples")
    for game in importlib.import_module("games").discover():
        drawing.warm(samples.views(game))
    symbols = importlib.import_module("bot.pictures.symbols")
    for group in symbols.groups():
        symbols.draw(group)
    gc.collect()
    gc.freeze()
    door = socket.socket(fileno=listening)
    askers = [door.accept()[0]]
    while askers:
        for each in select.select([door, *askers], [], [])[0]:
            if each is door:
                askers.append(door.accept()[0])
                continue
            request, files, *_ = socket.recv_fds(each, MOST_BYTES, 4)
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            if not request:
                askers.remove(each)
                each.close()
            elif os.fork():
                for file in files:
                    os.close(file)
            else:
                for other in (door, *askers):
                    other.close()
                return _begin(*json.loads(request), files)
    os._exit(0)


def _begin(
    module: str,
    arguments: list[str],
    folder: str,
    env: dict[str, str],
    at_terminal: bool,
    files: list[int],
) -> str:
    """Forks again, and makes the new process as if Python had just begun; tells how it ends."""
    *standard, answers = files  # output, errors, input
    if pid := os.fork():
        os.closerange(0, answers)
        os.closerange(answers + 1, 2**16)
        _tell(answers, pid)
        _tell(answers, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        os._exit(0)
    for file, number in zip(standard, (1, 2, 0), strict=False):
        os.dup2(file, number)
    os.closerange(3, 2**16)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    if at_terminal:
        import fcntl
        import termios

        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    sys.argv = ["", *arguments]
    sys.path[0] = folder
    sys.stdin = sys.__stdin__ = _opened(sys.stdin, "r")
    sys.stdout = sys.__stdout__ = _opened(sys.stdout, "w")
    sys.stderr = sys.__stderr__ = _opened(sys.stderr, "w", line_buffering=True)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return module


def _tell(answers: int, number: int) -> None:
    with suppress(OSError):  # nobody wants to know any more
        os.write(answers, str(number).encode())


def _opened(before: Any, mode: str, line_buffering: bool = False) -> Any:
    """A standard file as Python opens it at its start."""
    number = before.fileno()
    file = os.fdopen(number, mode, encoding=before.encoding, errors=before.errors, closefd=False)
    if line_buffering or os.isatty(number):
        file.reconfigure(line_buffering=True)
    return file
