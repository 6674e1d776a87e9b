"""``puur solve``: the best result of a position with all cards open."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from puur.bots.search.solve import Position, solve
from puur.cards import code_of, mask_of, parse_cards
from puur.cli.options import parse_mode, parse_options
from puur.rules.variants import ruleset


def run(variant: str, options: list[str], hands: list[str], trump: str, leader: int, trick: str) -> None:
    """Solve and print."""
    if len(hands) != 4:
        raise ValueError(f"four hands are needed, not {len(hands)}")
    a, b, c, d = (mask_of(parse_cards(hand.split())) for hand in hands)
    position = Position(
        ruleset(variant, parse_options(options)), parse_mode(trump), (a, b, c, d), leader, parse_cards(trick.split())
    )
    found = solve(position)
    console = Console()
    console.print(
        f"seat {position.seat} to play; with best play seats 0 and 2 lead by {found.lead:+d}", highlight=False
    )
    table = Table()
    table.add_column("card")
    table.add_column("lead", justify="right")
    for card, lead in sorted(found.cards.items(), key=lambda item: item[1], reverse=position.seat % 2 == 0):
        table.add_row(code_of(card) + (" *" if card == found.best else ""), f"{lead:+d}")
    console.print(table)
    print(f"{found.nodes:,} positions searched")
