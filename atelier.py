"""Sets Atelier up in `.venv` and starts it: `python3 atelier.py play`, `test` or `run`.

It needs Python alone, on Linux, macOS and Windows; the Makefile calls it. What each command needs
is installed before its first run, and again when its list of requirements has changed.
"""

import sys

OLDEST, NEWEST = (3, 11), (3, 14)

# Stands before everything else, and is read by every Python 3.
if not OLDEST <= sys.version_info[:2] <= NEWEST:
    sys.exit(
        f"Atelier needs Python 3.{OLDEST[1]} to 3.{NEWEST[1]}, and this is Python"
        f" {sys.version_info[0]}.{sys.version_info[1]}. Start it with one of those, for instance"
        " python3.13 atelier.py play (with make: make play PYTHON=python3.13)."
    )

import argparse
import errno
import hashlib
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
"""More than two cores, because some tests wait for other processes."""
LINES_OF_PIP = 15
TOO_FEW_BYTES = 20_000_000
"""Free on the disk: whatever failed, failed for want of room."""
NO_NETWORK = (
    "NewConnectionError", "ConnectTimeoutError", "ReadTimeoutError", "ProxyError", "SSLError",
    "Temporary failure in name resolution", "getaddrinfo failed", "Network is unreachable",
    "nodename nor servname", "Max retries exceeded", "ConnectionResetError",
)  # fmt: skip
"""What pip says where it cannot reach the package index."""


class Unusable(Exception):
    """Atelier cannot be set up here; its text is one sentence that says why and what to do."""


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
    # Many processes are started, each of which would compile everything anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        set_up(ROOT / requirements)
        return run(arguments)
    except Unusable as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def set_up(requirements: Path) -> None:
    """Make `.venv` with this Python and install a list of requirements, unless both are there."""
    try:
        wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
        installed = VENV / f"installed-{requirements.stem}"
        is_whole = is_of_this_python() and any(VENV.glob("installed-*"))
        if is_whole and installed.is_file() and installed.read_text() == wanted:
            return
        print(f"Setting up {VENV.name} from {requirements.name}; this takes a minute.", flush=True)
        if not is_whole:  # also where an earlier set-up was stopped in its middle
            make_venv()
        install(requirements)
        installed.write_text(wanted)
    except OSError as error:
        raise Unusable(why(error)) from None


def is_of_this_python() -> bool:
    """Tell whether `.venv` is there, works, and was made with this version of Python."""
    version = "import sys; print(*sys.version_info[:2], sep='.')"
    try:
        asked = subprocess.run([PYTHON, "-c", version], capture_output=True, text=True)
    except OSError:
        return False
    return asked.stdout.strip() == f"{sys.version_info[0]}.{sys.version_info[1]}"


def make_venv() -> None:
    """Make `.venv` anew."""
    if VENV.is_symlink() or VENV.is_file():
        raise Unusable(f"{VENV} is not a folder; remove it and start again.")
    if VENV.exists():
        shutil.rmtree(VENV)
    made = subprocess.run([sys.executable, "-m", "venv", VENV], capture_output=True, text=True)
    if made.returncode:
        said = made.stdout + made.stderr
        sentence = why_from(said)  # before room is made
        shutil.rmtree(VENV, ignore_errors=True)
        raise Unusable(
            sentence
            or "This Python cannot make virtual environments. Install its venv package (on Debian"
            f" and Ubuntu: apt install python3-venv) and start again.\n{last_lines(said)}"
        )


def install(requirements: Path) -> None:
    """Install a list of requirements, each verified by its hash."""
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    pip += ["--retries", "2", "--require-hashes", "-r", requirements]
    done = subprocess.run(pip, capture_output=True, text=True, errors="replace")
    if done.returncode:
        said = done.stdout + done.stderr
        raise Unusable(
            why_from(said)
            or f"The requirements in {requirements.name} cannot be installed. pip says:\n"
            + last_lines(said)
        )


def why_from(said: str) -> str:
    """Return a sentence for what another program said as it failed; "" where it is not known."""
    if shutil.disk_usage(ROOT).free < TOO_FEW_BYTES:
        return why(OSError(errno.ENOSPC, ""))
    for number in (errno.ENOSPC, errno.EROFS, errno.EACCES):
        if f"[Errno {number}]" in said:
            return why(OSError(number, ""))
    if any(words in said for words in NO_NETWORK):
        return (
            "The package index cannot be reached, so nothing could be installed. Check the network"
            " (behind a proxy, set HTTPS_PROXY) and start again."
        )
    return ""


def why(error: OSError) -> str:
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
    """Return the end of what another program said."""
    return "\n".join(text.strip().splitlines()[-LINES_OF_PIP:])


def play(arguments: list[str]) -> int:
    """Run the offline table."""
    return become("-m", "bot.offline", *arguments)


def run(arguments: list[str]) -> int:
    """Run the bot."""
    return become("-m", "bot", *arguments)


def bench(arguments: list[str]) -> int:
    """Run the benchmarks."""
    return become("-m", "tests.benchmarks", *arguments)


def release(arguments: list[str]) -> int:
    """Make a release."""
    return become("-m", "tests.release", *arguments)


def become(*arguments: str) -> int:
    """Go on as the Python of `.venv`, so that every signal reaches it; return its exit status."""
    if os.name != "nt":
        os.execv(PYTHON, [str(PYTHON), *arguments])
    child = subprocess.Popen([PYTHON, *arguments])
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:  # the child has been told as well, and ends in its own time
            continue


def test(arguments: list[str]) -> int:
    """Check style, boundaries, types and behaviour; return the exit status of what failed.

    With arguments only the tests run, and pytest gets the arguments.
    """
    tests = [PYTHON, "-m", "pytest", *(arguments or ["-n", str(TEST_PROCESSES)])]
    if arguments:
        return subprocess.run(tests).returncode
    ending = ".exe" if os.name == "nt" else ""
    checks = (["ruff", "check", "."], ["codespell"], ["lint-imports"])
    for check in ([f"{name}{ending}", *given] for name, *given in checks):
        status = subprocess.run([BIN / check[0], *check[1:]]).returncode
        if status:
            return status
    # Types are checked beside the tests, on one core, and told of after them.
    types = subprocess.Popen([BIN / f"pyright{ending}"], stdout=subprocess.PIPE, text=True)
    try:
        if not any((ROOT / "tests" / "__pycache__").glob("*-pytest-*")):
            # pytest compiles each file of tests anew: once, and not in every process.
            collect = [PYTHON, "-m", "pytest", "--collect-only", "-qq"]
            subprocess.run(collect, stdout=subprocess.DEVNULL)
        behaviour = subprocess.run(tests).returncode
        said, _ = types.communicate()
    except BaseException:
        types.kill()
        raise
    print(said, end="")
    return behaviour or types.returncode


COMMANDS: dict[str, tuple[str, Callable[[list[str]], int], str]] = {
    "play": ("requirements-play.txt", play, "play in your browser, without Discord"),
    "run": ("requirements.txt", run, "run the bot"),
    "test": ("requirements-test.txt", test, "check everything"),
    "bench": ("requirements-test.txt", bench, "measure"),
    "release": ("requirements-test.txt", release, "make a release"),
}

if __name__ == "__main__":
    sys.exit(main())
