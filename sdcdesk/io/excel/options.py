"""Options of reading a workbook: which sheet, and whether its first row names the columns."""

from typing import Annotated, Literal

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.csv.options import HEADERS
from sdcdesk.io.options import AUTO, FileOptions, PartOfFile


class ExcelOptions(FileOptions):
    """How a workbook is read; what is "auto" is found out from it.

    Attributes
    ----------
    sheet
        Name of a sheet, or its number from 1, hidden ones included; auto: the first that is not hidden and
        not empty.
    header
        Whether the first row names the columns; auto: unless it holds numbers or dates.
    """

    sheet: Annotated[str, PartOfFile()] = parameter(
        AUTO, "Sheet", "Name of a sheet, or its number from 1.", FieldDisplay(empty="the first with records")
    )
    header: bool | Literal["auto"] = parameter(
        AUTO,
        "The first row names columns",
        "Untick it where records begin at once.",
        FieldDisplay(choices=HEADERS),
    )

    def words(self) -> dict[str, str]:
        """Return what the options say in words; see `FileOptions.words`."""
        named = {} if self.sheet == AUTO else {"sheet": sentence("sheet {sheet}", sheet=self.sheet)}
        return {**named, **super().words()}
