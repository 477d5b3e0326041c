"""Display format: what kind of values a variable has, and how its program shows them."""

from typing import Literal

from pydantic import Field

from sdcdesk.core.running.model import Model

Displayed = Literal["number", "text", "date", "time", "datetime"]

Program = Literal["", "spss", "stata", "sas"]


class DisplayFormat(Model):
    """How values are shown, for files that say so.

    Dates and times are text in ISO 8601 in our data ("2001-05-09", "13:45:00", "2001-05-09T13:45:00"); their
    kind says that a file which holds dates is given dates again.

    Attributes
    ----------
    kind
        What the values are.
    width
        Places that a value takes; None: not said.
    decimals
        Decimals that are shown of a number, or of the seconds; None: not said.
    program, spelling
        The format as the program whose file was read spells it (SPSS "F8.2", SAS "BEST12"),
        which is written again to a file of the same program; empty: not said.
    """

    kind: Displayed = "number"
    width: int | None = Field(default=None, ge=1, le=32_767)
    decimals: int | None = Field(default=None, ge=0, le=40)
    program: Program = ""
    spelling: str = ""
