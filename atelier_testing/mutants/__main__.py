"""Makes small mistakes in the rules of a game and tells which of them the tests let pass:
`python -m atelier_testing.mutants --game NAME --seed N --count 100`.

Mistakes that change nothing are listed, with the reason, in
`tests/games/NAME_equivalent_mutants.toml`; they do not count.
"""

import argparse
import os
import random
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from tempfile import TemporaryDirectory
from typing import NamedTuple

from atelier_testing.mutants import trials
from atelier_testing.mutants.changes import Mutant, mutants, mutated
from atelier_testing.mutants.subjects import Subject, is_playthrough, title
from atelier_testing.mutants.trials import Chosen, Passed, Running

PROCESSES = 2
BUSY = 4
"""With this many processes waiting for a machine, only one more is started."""
KEY = ("module", "function", "before", "after")


class Verdict(NamedTuple):
    """A mutant, and the test that noticed it: "" if none did, None if it ran into a limit."""

    mutant: Mutant
    noticed_by: str | None

    @property
    def killed(self) -> bool:
        """Whether it was noticed."""
        return self.noticed_by != ""


def all_mutants(subject: Subject) -> list[Mutant]:
    return [
        mutant
        for module, path in subject.modules.items()
        for mutant in mutants(module, path.read_text(encoding="utf-8"))
    ]


def chosen(found: Sequence[Mutant], seed: int, count: int) -> list[Mutant]:
    """As many of the mutants, spread evenly over the files; the same for the same seed."""
    chance, count = random.Random(seed), min(count, len(found))
    ends = [len(found) * n // count for n in range(count + 1)]
    return [found[chance.randrange(ends[n], ends[n + 1])] for n in range(count)]


def equivalent(subject: Subject) -> set[tuple[str, ...]]:
    """What is listed as no mistake; ValueError where an entry names no mutant that there is."""
    path = subject.equivalent
    if not path.is_file():
        return set()
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    keys = {mutant.key for mutant in all_mutants(subject)}
    for each in entries:
        if tuple(each[name] for name in KEY) not in keys or not each["why"]:
            raise ValueError(f"{path.name} lists what is no mutant, or gives no reason: {each}")
    return {tuple(each[name] for name in KEY) for each in entries}


def tried(
    subject: Subject, passed: Passed, wanted: Sequence[Mutant], given: argparse.Namespace
) -> Iterator[Verdict]:
    """The verdict on each mutant, as they come."""
    todo, running = [*reversed(wanted)], DefaultSelector()
    sources = {name: path.read_text(encoding="utf-8") for name, path in subject.modules.items()}
    while todo or running.get_map():
        processes = 1 if os.getloadavg()[0] > BUSY else PROCESSES
        while todo and len(running.get_map()) < processes:
            mutant = todo.pop()
            path = subject.modules[mutant.module]
            order = passed.order(path, mutant.lines, given.budget)
            if not order:
                yield Verdict(mutant, "")
                continue
            tree = mutated(sources[mutant.module], mutant.number)
            tests = Chosen(order, given.limit, given.patience)
            trial = trials.start(subject, mutant.module, tree, tests)
            running.register(trial.answer, EVENT_READ, (mutant, trial))
        for key, _ in running.select() if running.get_map() else ():
            running.unregister(key.fileobj)
            done: tuple[Mutant, Running] = key.data
            yield Verdict(done[0], done[1].result())


def told(subject: Subject, mutant: Mutant) -> str:
    """Where a mutant is and what it changes."""
    path = subject.modules[mutant.module].relative_to(subject.root)
    place = f"{path}:{mutant.lines[0]} in {mutant.function or 'the module'}"
    return f"{mutant.id} {place}\n  - {mutant.before}\n  + {mutant.after}"


def summary(
    subject: Subject, name: str, drawn: Sequence[Mutant], verdicts: dict[str, Verdict]
) -> str:
    """How many of the mutants that were drawn the tests noticed."""
    counted = [verdicts[each.id] for each in drawn if each.id in verdicts]
    killed = [verdict for verdict in counted if verdict.killed]
    replayed = sum(is_playthrough(verdict.noticed_by or "") for verdict in killed)
    limited = sum(verdict.noticed_by is None for verdict in killed)
    return (
        f"{subject.name}, {name}: {len(killed)} of {len(counted)} mutants killed,"
        f" {share(counted):.1f} % ({replayed} by a playthrough alone, {limited} by a limit);"
        f" {len(drawn) - len(counted)} more are equivalent."
    )


def share(verdicts: Sequence[Verdict]) -> float:
    """How many of a hundred mutants were noticed."""
    return 100 * sum(verdict.killed for verdict in verdicts) / max(1, len(verdicts))


def main(
    arguments: Sequence[str],
    parts: Mapping[str, Subject] | None = None,
    around: AbstractContextManager[None] | None = None,
) -> int:
    """Runs the command; 1 if too many mutants stayed unnoticed. A project may have other parts, and
    something that is there while these are tried.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    of = parser.add_mutually_exclusive_group(required=True)
    of.add_argument("--game")
    of.add_argument("--part", choices=parts or ())
    parser.add_argument("--seed", type=int, nargs="+", default=[1], help="one draw for each")
    parser.add_argument("--count", type=int, default=100, help="mutants in each draw")
    parser.add_argument("--only", nargs="+", metavar="ID", help="these mutants, and no draw")
    parser.add_argument("--limit", type=float, default=10, help="seconds a test may compute")
    parser.add_argument("--patience", type=float, default=90, help="seconds a test may last")
    parser.add_argument("--budget", type=float, default=60, help="seconds of tests for a mutant")
    given = parser.parse_args(arguments)
    subject = (parts or {})[given.part] if given.part else title(Path.cwd(), given.game)
    os.environ.setdefault("TEST_SEED", "1")
    found, harmless = all_mutants(subject), equivalent(subject)
    if given.only:
        draws = {"chosen": [mutant for mutant in found if mutant.id in given.only]}
    else:
        draws = {f"seed {seed}": chosen(found, seed, given.count) for seed in given.seed}
    wanted = {each.id: each for draw in draws.values() for each in draw}
    counted = [each for each in wanted.values() if each.key not in harmless]
    verdicts: dict[str, Verdict] = {}
    with around if given.part and around else nullcontext():
        passed = trials.watch(subject)
        trials.warm(subject)
        for verdict in tried(subject, passed, counted, given):
            verdicts[verdict.mutant.id] = verdict
            if not verdict.killed:
                print(told(subject, verdict.mutant), flush=True)
    for name, draw in draws.items():
        print(summary(subject, name, draw, verdicts))
    shares = [
        share([verdicts[each.id] for each in draw if each.id in verdicts])
        for draw in draws.values()
    ]
    return 0 if min(shares) >= subject.enough else 1


def run(
    parts: Mapping[str, Subject] | None = None,
    around: AbstractContextManager[None] | None = None,
) -> None:
    """Runs the command with the words of this process, and ends it; what Python compiles goes."""
    with TemporaryDirectory() as compiled:
        sys.pycache_prefix, sys.dont_write_bytecode = compiled, False
        sys.exit(main(sys.argv[1:], parts, around))


if __name__ == "__main__":
    run()
