"""Unbiased rounding of a circulation: whole amounts that still flow in as they flow out, right on average."""

from collections.abc import Callable

import numpy as np

WHOLE = 1e-9
"""Amounts that are so near to a whole number are it."""

STEPS = 256
"""Circles between two calls of `each`."""


def rounded_circulation(
    starts: np.ndarray,
    ends: np.ndarray,
    amounts: np.ndarray,
    draw: Callable[[], float],
    each: Callable[[float], None] = lambda _: None,
) -> np.ndarray:
    """Return whole amounts, each next to the given one, of which as much flows into a node as out of it.

    A circle of amounts that are not whole is chosen at random. Along it all are moved until one of them is
    whole, forwards by a or backwards by b, with probabilities b/(a + b) and a/(a + b): on average nothing
    moves. Then another circle is taken, until all are whole. So the expectation of each amount is the given
    one. Whole amounts stay, and each result that is possible has a probability above 0. Cox 1987.

    Parameters
    ----------
    starts, ends
        int64 (n,), nodes between which each amount flows.
    amounts
        float64 (n,), of which as much flows into each node as out of it.
    draw
        Returns independent numbers, evenly between 0 and 1, 1 excluded.
    each
        Called now and then with the share of the work that is done.

    Returns
    -------
    np.ndarray
        float64 (n,), whole numbers.
    """
    walk = _Walk(starts, ends, amounts, draw)
    number = max(len(walk.open), 1)
    steps = 0
    while walk.open:
        if steps % STEPS == 0:
            each(1 - len(walk.open) / number)
        steps += 1
        walk.move(walk.circle())
    found: np.ndarray = np.rint(np.array(walk.amounts)) + 0.0  # 0, not −0
    return found


class _Walk:
    """Circles of amounts that are not whole yet.

    Attributes
    ----------
    amounts
        As far as they have been moved.
    open
        Those that are not whole, in no order.
    """

    def __init__(
        self, starts: np.ndarray, ends: np.ndarray, amounts: np.ndarray, draw: Callable[[], float]
    ) -> None:
        self.amounts: list[float] = amounts.tolist()
        self.open = np.flatnonzero(np.abs(amounts - np.rint(amounts)) > WHOLE).tolist()
        self._nodes = list(zip(starts.tolist(), ends.tolist(), strict=True))
        self._place = {edge: place for place, edge in enumerate(self.open)}
        self._at: dict[int, list[int]] = {}
        for edge in self.open:
            for node in self._nodes[edge]:
                self._at.setdefault(node, []).append(edge)
        self._draw = draw

    def circle(self) -> list[tuple[int, int]]:
        """Return a circle at random, as amounts, each with 1 if it flows along it, and −1 if against it."""
        first = self.open[int(self._draw() * len(self.open))]
        node = self._nodes[first][int(self._draw() * 2)]
        seen: dict[int, int] = {}
        path: list[tuple[int, int]] = []
        last = -1
        while node not in seen:
            seen[node] = len(path)
            edge = self._next(node, last)
            if edge < 0:
                # The rest of an amount that is whole but for arithmetic.
                self._close(last)
                return []
            start, end = self._nodes[edge]
            path.append((edge, 1 if start == node else -1))
            node, last = (end if start == node else start), edge
        return path[seen[node] :]

    def move(self, circle: list[tuple[int, int]]) -> None:
        """Move the amounts of a circle forwards or backwards until one of them is whole."""
        if not circle:
            return
        forwards = backwards = 1.0
        for edge, way in circle:
            above = self.amounts[edge] - float(np.floor(self.amounts[edge]))
            up, down = (1 - above, above) if way > 0 else (above, 1 - above)
            forwards, backwards = min(forwards, up), min(backwards, down)
        goes_on = self._draw() * (forwards + backwards) < backwards
        by = forwards if goes_on else -backwards
        for edge, way in circle:
            self.amounts[edge] += way * by
            if abs(self.amounts[edge] - round(self.amounts[edge])) <= WHOLE:
                self._close(edge)

    def _next(self, node: int, last: int) -> int:
        """Return an amount of a node at random that is not the last one; −1 where there is none."""
        edges = self._at[node]
        while edges:
            place = int(self._draw() * len(edges))
            edge = edges[place]
            if edge not in self._place:
                edges[place] = edges[-1]
                edges.pop()
            elif edge != last:
                return edge
            elif all(one == last or one not in self._place for one in edges):
                return -1
        return -1

    def _close(self, edge: int) -> None:
        self.amounts[edge] = float(round(self.amounts[edge]))
        place, moved = self._place.pop(edge), self.open.pop()
        if moved != edge:
            self.open[place] = moved
            self._place[moved] = place
