"""Loss of writing: what a file format cannot hold of data, told before anything is written."""

from typing import NamedTuple


class Loss(NamedTuple):
    """Something that a file will lack, or hold otherwise than the data do.

    Attributes
    ----------
    variable
        Name of the variable; empty: it is about the whole file.
    text
        One sentence: what becomes of it.
    described
        Whether a codebook beside the file tells what it lacks.
    """

    variable: str
    text: str
    described: bool = False
