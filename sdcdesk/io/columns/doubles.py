"""Doubles: whole numbers that files can hold which know no other numbers."""

import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.coded_numbers import EXACT


def refuse_inexact(column: pa.ChunkedArray, name: str, title: str) -> None:
    """Refuse whole numbers that would lose their last digits as doubles.

    Parameters
    ----------
    column
        Numbers of a variable.
    name
        Its name.
    title
        How people call the format of the file.

    Raises
    ------
    DataError
        One is beyond 2^53.
    """
    if not pa.types.is_integer(column.type):
        return
    ends = pc.min_max(column).as_py().values()
    if any(end is not None and abs(end) > EXACT for end in ends):
        words = (
            "{name} holds whole numbers beyond 2^53, which {title} files cannot hold; write it as text, or "
            "choose Parquet or CSV."
        )
        raise DataError(sentence(words, name=name, title=title), name)
