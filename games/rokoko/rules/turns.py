"""Rokoko, Phase 3: one card a turn, clockwise, until nobody has a card in hand."""

from __future__ import annotations

from games.rokoko.components import EMPLOYEES
from games.rokoko.effects import use
from games.rokoko.state import Player, Rokoko, Turn, game, turn_of


@game.step
def begin_turns(g: Rokoko) -> None:
    g.then(("next_turn", g.starting))


@game.step
def next_turn(g: Rokoko, first: int) -> None:
    """Plans the turn of the first player from this seat on who has a card."""
    for seat in (*range(first, g.seats), *range(first)):
        if g.players[seat].hand:
            g.then(
                ("play", seat),
                ("act", seat),
                ("use_bonus", seat),
                ("put_away", seat),
                ("next_turn", (seat + 1) % g.seats),
            )
            return


@game.choice("Play an employee from your hand.", they="{who:seat} to move")
def play(g: Rokoko, p: Player) -> list[str]:
    return [f"play {card}" for card in p.hand]


@play.does("play {card}")
def play_card(g: Rokoko, p: Player, card: str) -> None:
    if len(p.hand) == 1:
        g.reveal(by=p.seat)  # it was played without asking: nobody may see it and then undo a move
    p.hand.remove(card)
    g.left(p, "hand", card)
    employee = EMPLOYEES[card]
    g.now = Turn(p.seat, card, employee.grade)
    g.say(
        "{who:seat plays|You played} {name} ({card:text}).",
        who=p.seat,
        card=card,
        name=employee.name,
    )


@game.step
def use_bonus(g: Rokoko, seat: int) -> None:
    """Uses the bonus of the card, or plans the question for it; only after the main action."""
    card = EMPLOYEES[turn_of(g).card]
    if card.bonus:
        use(g, g.players[seat], card.bonus)


@game.step
def put_away(g: Rokoko, seat: int) -> None:
    """Puts the card on the discard, or out of the game if it was deputed."""
    turn, g.now = turn_of(g), None
    (g.gone if turn.deputed else g.players[seat].discard).append(turn.card)
