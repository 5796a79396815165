"""A table: what is played there, told and recorded."""

from __future__ import annotations

import asyncio
import json

from bot.store import CLOCK, MoveRow
from bot.table.base import Receipt, Refused, Stale, joined
from bot.table.lobby import Lobby
from bot.table.undo import has_chance, is_redo, is_unseen, label_of
from bot.table.votes import Votes
from bot.texts.languages import _, reader
from games import record
from games.kernel import IllegalMove, State
from games.words import said, tell, unpacked

News = tuple[int, str, int | None]
"""Line of the log, sentence, and the seat it is for (None: all)."""


class Table(Lobby, Votes):
    """One table; read its fields freely, change it through its methods only."""

    async def submit(
        self, seat: int, move: str, token: str, question: int | None = None
    ) -> Receipt:
        """Plays and commits a move; Refused where it is not open, Stale where `question` has
        passed.

        `token` names the interaction: delivered again, it is answered and not played twice.
        """
        async with self.lock:
            before = await self.store.moves.of_token(self.id, token)
            if before is not None:
                return Receipt(before.seat or 0, before.move or "", "", before.seq, repeated=True)
            self.must_run()
            if question is not None and question != self.question:
                raise Stale(
                    _("This was asked earlier; the game has moved on since, and nothing changed.")
                )
            g = self.state
            try:
                after = self.game.play(g, seat, move)
            except IllegalMove as error:
                raise Refused(self._explain(g, seat, move, error)) from error
            label = self.game.label(g, seat, move)
            ahead = self.game.is_ahead(move)
            same = ahead or (after.rng == g.rng and after.answers.get(seat) == move)
            unnoticed = ahead or (same and seat in g.answers)
            kind = "move" if after.scores is None else "end"
            await self.append(
                after,
                kind=kind,
                seat=seat,
                move=move,
                label=label,
                token=token,
                question=self.question if same else self.newest + 1,
                **({"news": []} if unnoticed else {}),
            )
            return Receipt(seat, move, label, self.seq)

    def _explain(self, g: State, seat: int, move: str, error: IllegalMove) -> str:
        if self.game.legal(g, seat) or self.game.is_ahead(move):
            return said(error.args[0], reader(), self.names)
        waiting = [self.names[s] for s in g.asked]
        return _("It is not your turn: the table waits for {names}.", names=joined(waiting))

    async def news(self, newest: int = 60, since: int = 0) -> list[News]:
        """What happened lately, from a line of the log on, oldest first, moves and notes, in the
        language of the reader.
        """
        told: list[News] = []
        rows = await self.store.moves.telling(self.id, newest)
        for row in rows:
            if row.seq >= since:
                told += [(row.seq, text, to) for text, to in self._told(row)]
        first = max(since, rows[0].seq if rows else 0) or -1
        for note in await self.store.notes.of(self.id, first):
            words = unpacked(json.loads(note.words))
            told.append((note.seq, said(words, reader(), self.names), None))
        return sorted(told, key=lambda line: line[0])

    def _told(self, row: MoveRow) -> list[tuple[str, int | None]]:
        """What a line of the log tells, and whom."""
        lexicon = reader()
        told: list[tuple[str, int | None]] = [
            (tell(template, unpacked(values), self.names, lexicon), to)
            for template, values, to in json.loads(row.news)
        ]
        if row.kind == "undo" and not is_unseen(row):
            told.insert(0, (self._told_of_return(row), None))
        elif (row.token or "").startswith(CLOCK):
            name = self.names[row.seat or 0]
            text = _("Time is up for {name:text}: a computer player answers this once.", name=name)
            told.insert(0, (text, None))
        return told

    def _told_of_return(self, row: MoveRow) -> str:
        if has_chance(row):
            label = said(label_of(row), reader(), self.names).rstrip(".")
            return _("The table takes back: {move:text}. Chance is drawn anew.", move=label)
        name = self.names[row.seat or 0]
        if is_redo(row):
            return _("{name:text} makes the move after all.", name=name)
        return _("{name:text} takes the last move back.", name=name)

    async def record(self) -> str:
        """The game so far, for `python -m games verify`; what was taken back is left out."""
        moves: list[record.Entry] = []
        for row in await self.standing():
            if has_chance(row):
                moves.append(int((row.move or "").split()[1]))
            elif row.kind != "start":
                moves.append((row.seat or 0, row.move or ""))
        return await asyncio.to_thread(
            record.write,
            self.game,
            len(self.people),
            int(self.row.seed),
            self.options,
            moves,
            self.row.salt,
        )
