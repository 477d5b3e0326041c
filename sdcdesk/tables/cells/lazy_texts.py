"""Texts of cells, put into words when somebody asks for one: of many cells few are ever read."""

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

import numpy as np

from sdcdesk.core.text.sentence import counted

Words = TypeVar("Words", covariant=True)


class LazyTexts(Mapping[int, Words], Generic[Words]):
    """A text for each of some cells, by their places.

    Parameters
    ----------
    cells
        bool (n,), which cells have a text.
    text_of
        Makes the text of one of them.
    """

    def __init__(self, cells: np.ndarray, text_of: Callable[[int], Words]) -> None:
        self._cells, self._text_of = cells, text_of

    def __getitem__(self, cell: int) -> Words:
        if not 0 <= cell < len(self._cells) or not self._cells[cell]:
            raise KeyError(cell)
        return self._text_of(cell)

    def __iter__(self) -> Iterator[int]:
        return iter(np.flatnonzero(self._cells).tolist())

    def __len__(self) -> int:
        return int(self._cells.sum())

    def __repr__(self) -> str:
        # Their number only: the words hold values of the data.
        return f"LazyTexts({counted(len(self), 'cell')})"
