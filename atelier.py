"""Sets Atelier up in `.venv` and starts it: `python3 atelier.py play`, `test` or `run`.

It needs only Python, on Linux, macOS or Windows; the Makefile calls it. It installs the
requirements of a command before its first run, and again when their list has changed.
"""

import sys

OLDEST, NEWEST = (3, 11), (3, 14)

# This comes first, in syntax that every Python 3 can read.
if not OLDEST <= sys.version_info[:2] <= NEWEST:
    sys.exit(
        f"Atelier needs Python 3.{OLDEST[1]} to 3.{NEWEST[1]}, and this is Python"
        f" {sys.version_info[0]}.{sys.version_info[1]}. Start it with one of those, for instance"
        " python3.13 atelier.py play (with make: make play PYTHON=python3.13)."
    )

import argparse
import errno
import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
TEST_PROCESSES = 4
"""More than the two cores of a small machine, because some tests wait for other processes."""
CHANGED = "--changed"
PIP_LINES_SHOWN = 15
MIN_FREE_BYTES = 20_000_000
"""If the disk has less free space, that is why something failed."""
NETWORK_ERRORS = (
    "NewConnectionError", "ConnectTimeoutError", "ReadTimeoutError", "ProxyError", "SSLError",
    "Temporary failure in name resolution", "getaddrinfo failed", "Network is unreachable",
    "nodename nor servname", "Max retries exceeded", "ConnectionResetError",
)  # fmt: skip
"""What pip prints when it cannot reach the package index."""


class SetupError(Exception):
    """Atelier cannot be set up; the text says why and what to do."""


def main() -> int:
    """Set up what a command needs and run it; return its exit status."""
    parser = argparse.ArgumentParser(
        prog="atelier.py", description="Set Atelier up in .venv and start it."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_requirements, _run, help_text) in COMMANDS.items():
        commands.add_parser(name, help=help_text, add_help=False)
    chosen, arguments = parser.parse_known_args()
    requirements, run, _help = COMMANDS[chosen.command]
    os.chdir(ROOT)
    # Many processes start; without cached bytecode each would compile everything again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        set_up(ROOT / requirements)
        return run(arguments)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def set_up(requirements: Path) -> None:
    """Make `.venv` with this Python and install a list of requirements, unless both are done."""
    try:
        wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
        installed = VENV / f"installed-{requirements.stem}"
        is_whole = has_usable_venv() and any(VENV.glob("installed-*"))
        if is_whole and installed.is_file() and installed.read_text() == wanted:
            return
        print(f"Setting up {VENV.name} from {requirements.name}; this takes a minute.", flush=True)
        if not is_whole:  # also where an earlier set-up was interrupted
            make_venv()
        install(requirements)
        installed.write_text(wanted)
    except OSError as error:
        raise SetupError(explain(error)) from None


def has_usable_venv() -> bool:
    """Return whether `.venv` works and was made with this version of Python."""
    version = "import sys; print(*sys.version_info[:2], sep='.')"
    try:
        asked = subprocess.run([PYTHON, "-c", version], capture_output=True, text=True)
    except OSError:
        return False
    return asked.stdout.strip() == f"{sys.version_info[0]}.{sys.version_info[1]}"


def make_venv() -> None:
    """Make a new `.venv`."""
    if VENV.is_symlink() or VENV.is_file():
        raise SetupError(f"{VENV} is not a folder; remove it and start again.")
    if VENV.exists():
        shutil.rmtree(VENV)
    made = subprocess.run([sys.executable, "-m", "venv", VENV], capture_output=True, text=True)
    if made.returncode:
        output = made.stdout + made.stderr
        sentence = explain_output(output)  # before the next line frees space on the disk
        shutil.rmtree(VENV, ignore_errors=True)
        raise SetupError(
            sentence
            or "This Python cannot make virtual environments. Install its venv package (on Debian"
            f" and Ubuntu: apt install python3-venv) and start again.\n{last_lines(output)}"
        )


def install(requirements: Path) -> None:
    """Install a list of requirements, each verified by its hash."""
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    pip += ["--retries", "2", "--require-hashes", "-r", requirements]
    done = subprocess.run(pip, capture_output=True, text=True, errors="replace")
    if done.returncode:
        output = done.stdout + done.stderr
        raise SetupError(
            explain_output(output)
            or f"The requirements in {requirements.name} cannot be installed. pip says:\n"
            + last_lines(output)
        )


def explain_output(output: str) -> str:
    """Return a sentence for the output of a failed program; "" where the cause is not known."""
    if shutil.disk_usage(ROOT).free < MIN_FREE_BYTES:
        return explain(OSError(errno.ENOSPC, ""))
    for number in (errno.ENOSPC, errno.EROFS, errno.EACCES):
        if f"[Errno {number}]" in output:
            return explain(OSError(number, ""))
    if any(words in output for words in NETWORK_ERRORS):
        return (
            "The package index cannot be reached, so nothing could be installed. Check the network"
            " (behind a proxy, set HTTPS_PROXY) and start again."
        )
    return ""


def explain(error: OSError) -> str:
    """Return a sentence for an error of the file system."""
    if error.errno == errno.ENOSPC:
        return f"The disk is full: {VENV} needs up to 1 GB. Free some space and start again."
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return (
            f"{ROOT} cannot be written, and Atelier keeps what it installs there. Copy it to a"
            " folder of your own and start again."
        )
    return f"Setting up failed: {error.strerror or error} ({error.filename or VENV})."


def last_lines(text: str) -> str:
    """Return the end of a program's output."""
    return "\n".join(text.strip().splitlines()[-PIP_LINES_SHOWN:])


def play(arguments: list[str]) -> int:
    """Run the offline table."""
    return exec_python("-m", "bot.offline", *arguments)


def run(arguments: list[str]) -> int:
    """Run the bot."""
    return exec_python("-m", "bot", *arguments)


def bench(arguments: list[str]) -> int:
    """Run the benchmarks."""
    return exec_python("-m", "benchmarks", *arguments)


def release(arguments: list[str]) -> int:
    """Make a release."""
    return exec_python("-m", "tests.release", *arguments)


def exec_python(*arguments: str) -> int:
    """Replace this process by the Python of `.venv`, which gets all signals; return its status."""
    if os.name != "nt":
        os.execv(PYTHON, [str(PYTHON), *arguments])
    child = subprocess.Popen([PYTHON, *arguments])
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:  # the child received it too, and ends by itself
            continue


def test(arguments: list[str]) -> int:
    """Run all checks and tests, and return the exit status of the first that failed.

    With --changed, run the checks and what the changes since main can reach; further arguments are
    for pytest. With other arguments, run only pytest, with these.
    """
    chosen: dict[str, list[str] | None] = {"pytest": [], "pyright": []}
    if CHANGED in arguments:
        arguments.remove(CHANGED)
        reach = subprocess.run([PYTHON, "-m", "tests.changed"], stdout=subprocess.PIPE, text=True)
        if reach.returncode:
            return reach.returncode
        chosen = json.loads(reach.stdout)
    elif arguments:
        return subprocess.run([PYTHON, "-m", "pytest", *arguments]).returncode
    ending = ".exe" if os.name == "nt" else ""
    checks = (["ruff", "check", "."], ["codespell"], ["lint-imports"])
    for check in ([f"{name}{ending}", *given] for name, *given in checks):
        status = subprocess.run([BIN / check[0], *check[1:]]).returncode
        if status:
            return status
    # Types are checked in what the tests leave of the processors; the result is printed after them.
    types = None
    if chosen["pyright"] is not None:
        pyright = [BIN / f"pyright{ending}", *chosen["pyright"]]
        types = subprocess.Popen(pyright, stdout=subprocess.PIPE, text=True)
        if hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, types.pid, 10)
    try:
        if not any((ROOT / "tests" / "__pycache__").glob("*-pytest-*")):
            # Collecting once caches the bytecode of the tests for all processes.
            collect = [PYTHON, "-m", "pytest", "--collect-only", "-qq"]
            subprocess.run(collect, stdout=subprocess.DEVNULL)
        behaviour = 0
        if chosen["pytest"] is not None:
            tests = [*(chosen["pytest"] or ["-n", str(TEST_PROCESSES)]), *arguments]
            behaviour = subprocess.run([PYTHON, "-m", "pytest", *tests]).returncode
        type_errors = types.communicate()[0] if types else ""
    except BaseException:
        if types:
            types.kill()
        raise
    print(type_errors, end="")
    return behaviour or (types.returncode if types else 0)


COMMANDS: dict[str, tuple[str, Callable[[list[str]], int], str]] = {
    "play": ("requirements-play.txt", play, "play in your browser, without Discord"),
    "run": ("requirements.txt", run, "run the bot"),
    "test": ("requirements-test.txt", test, "check everything; --changed: what has changed"),
    "bench": ("requirements-test.txt", bench, "measure"),
    "release": ("requirements-test.txt", release, "make a release"),
}

if __name__ == "__main__":
    sys.exit(main())
