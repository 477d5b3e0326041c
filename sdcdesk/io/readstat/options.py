"""Options of reading a file of a statistics program."""

from typing import Annotated

from pydantic import AfterValidator

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.io.csv.options import ENCODINGS, encoding_or_auto
from sdcdesk.io.options import AUTO, FileOptions


class StatisticsOptions(FileOptions):
    """How a file of SPSS, Stata or SAS is read.

    Attributes
    ----------
    encoding
        Character encoding of its text, where the file does not say it, or says a wrong one.
    """

    encoding: Annotated[str, AfterValidator(encoding_or_auto)] = parameter(
        AUTO,
        "Encoding",
        "Character encoding; auto: as the file says.",
        FieldDisplay(choices={AUTO: "as the file says", **ENCODINGS}),
    )

    def library_encoding(self) -> str | None:
        """Return the encoding as the library takes it.

        Returns
        -------
        str or None
            None: as the file says.
        """
        return None if self.encoding == AUTO else self.encoding
