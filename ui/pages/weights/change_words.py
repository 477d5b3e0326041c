"""Changes of a weight matrix in words: what undo says, and what a button promises."""

from collections.abc import Sequence

from ui.pages.weights.words import weight_text
from ui.widgets.numbers import count

NAMED = 3
"""So many moved weights are named; the others are counted."""

Cell = tuple[int, int]


def cells_text(cells: Sequence[Cell]) -> str:
    """Return cells as "1, 1 and 2, 2", many as the first three "and 12 more"."""
    named = [f"{i}, {j}" for i, j in cells[:NAMED]]
    if len(cells) > NAMED:
        return f"{'; '.join(named)} and {count(len(cells) - NAMED)} more"
    if len(named) < NAMED:
        return " and ".join(named)
    return f"{'; '.join(named[:-1])} and {named[-1]}"


def weights_text(number: int) -> str:
    """Return a number of weights: "1 weight", "5 weights"."""
    return f"{count(number)} weight" if number == 1 else f"{count(number)} weights"


def edit_text(name: str, i: int, j: int, weight: float, pushed: Sequence[Cell] = ()) -> str:
    """Return what undo says of a weight that was typed, with the others that it pushed."""
    words = f"Weight {i}, {j} of {name} is {weight_text(weight)}"
    return f"{words}; pushed {cells_text(pushed)}" if pushed else words


def push_text(moved: int, weight: float) -> str:
    """Return what pushing does: "Push both to 4"."""
    who = "both" if moved == 2 else weights_text(moved)
    return f"Push {who} to {weight_text(weight)}"


def pushes_text(typed: str, moved: int) -> str:
    """Return what is said of a typed weight that makes others give way."""
    return f"{typed} pushes {'1 other weight' if moved == 1 else f'{count(moved)} other weights'}."


def broken_text(broken: int, cells: int) -> str:
    """Return how many weights break a rule: "7 of 55 weights break a rule"."""
    return f"{count(broken)} of {weights_text(cells)} {'breaks' if broken == 1 else 'break'} a rule"
