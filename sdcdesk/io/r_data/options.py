"""Options of reading a file of R: which of its objects, and the encoding of its text."""

from typing import Annotated

from pydantic import AfterValidator

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.csv.options import ENCODINGS, encoding_or_auto
from sdcdesk.io.options import AUTO, FileOptions, PartOfFile


class RDataOptions(FileOptions):
    """How a file of R is read.

    Attributes
    ----------
    object
        Name of a data frame of an .RData file; auto: its only one.
    encoding
        Character encoding of text that does not say its own; auto: as the file says, else UTF-8.
    """

    object: Annotated[str, PartOfFile()] = parameter(
        AUTO, "Object", "Name of the data frame.", FieldDisplay(empty="the only data frame")
    )
    encoding: Annotated[str, AfterValidator(encoding_or_auto)] = parameter(
        AUTO,
        "Encoding",
        "Character encoding; auto: as the file says.",
        FieldDisplay(choices={AUTO: "as the file says", **ENCODINGS}),
    )

    def words(self) -> dict[str, str]:
        """Return what the options say in words; see `FileOptions.words`."""
        named = {} if self.object == AUTO else {"object": sentence("object {object}", object=self.object)}
        return {**named, **super().words()}
