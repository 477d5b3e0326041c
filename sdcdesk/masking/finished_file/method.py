"""Finished file: the masked file comes from another program, and is assessed as it is."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.pairing import SAME_ORDER, UNPAIRED
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.parameters import REQUIRED, Accepts, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import listed, sentence
from sdcdesk.io.input_file import same_content
from sdcdesk.io.recent_files import RECENT
from sdcdesk.masking.declared import RECORDS_LEFT_OUT
from sdcdesk.masking.finished_file.record_matching import match

NAMED = 10
"""Variables that a note names; the others are counted."""


class FinishedFile(Method):
    """Take the masked file from another program, to assess it and to go on with it.

    The file takes the place of all that was done to the original elsewhere, so this is the first step. Its
    records are traced back by a variable that names them in both files or, where there is none, by your word
    that the order is the same, which needs equally many records in both. Without either, nothing is said that
    needs to know who is who: equal length is no evidence.

    Text and numbers are read as in the original, and declared missing codes hold in both files. Variables
    that the finished file lacks are not released; those that only it has are left out, as nothing is known
    of them.

    What was done to the values is not known. Every difference is taken as a change of values, and risks are
    upper bounds; with *recoded only* a variable whose every value always became the same new value is taken
    as recoded, and risks can be exact. The file is known by its content: where it changes, the step fails
    until the file is chosen again.

    When to use
        To see the risk and the loss of a file that another program, or another year's programs, masked; to
        compare it with a recipe of one's own; to mask it further.
    When not to use
        Where the recipe is known and can be written as steps: then more is exact, and others can repeat it.


    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"no": [1, 2, 3], "age": [23, 27, 61]}))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     safe = Path(folder, "safe.csv")
    ...     _ = sdc.write(data.take([2, 0]), safe)
    ...     step = sdc.masking.FinishedFile(file=str(safe), identity="no")
    ...     step.apply(data).rows.tolist()
    [2, 0]
    """

    name: ClassVar[str] = "finished_file"
    title: ClassVar[str] = "Finished file"
    source: ClassVar[str] = "Defined by this program"
    purpose: ClassVar[Purpose] = Purpose.ELSEWHERE
    declares = (RECORDS_LEFT_OUT,)
    examples = (
        {"file": {"path": "finished.csv"}, "identity": "id"},
        {"file": {"path": "finished.csv"}, "identity": "id", "recoded_only": True},
        {"file": {"path": "whole.csv"}, "same_order": True},
    )

    file: InputFile = parameter(REQUIRED, "Finished file", "The file that another program masked.")
    identity: str | None = parameter(
        None,
        "Records named by",
        "A variable with one value for each record, which stands in both files.",
        FieldDisplay(empty="none"),
        accepts=Accepts(),
    )
    same_order: bool = parameter(
        False,
        "Same order",
        "You know that the records of the finished file stand in the order of the original. Without that, or "
        "a variable that names them, nothing is shown that needs to know who is who.",
        FieldDisplay(when={"identity": (None,)}),
    )
    recoded_only: bool = parameter(
        False,
        "Recoded only",
        "You know that the file was only recoded, coarsened, suppressed or sampled, and no value drawn at "
        "random or swapped, so that risks can be exact.",
    )

    @classmethod
    def lacking(cls, data: Microdata) -> str:
        """Return why it cannot be used with these data; empty where it can."""
        if data.lineage.is_initial:
            return super().lacking(data)
        return "Is the first step; switch the others off first"

    def summary(self) -> str:
        """Return the step in a few plain words."""
        words = "Finished file {file}, who is who is not known"
        if self.same_order:
            words = "Finished file {file}, order stated to be the same"
        if self.identity:
            words = "Finished file {file}, by {name}"
        return sentence(words, file=self.file.name, name=self.identity or "")

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that nothing was done to the data before."""
        if not data.lineage.is_initial:
            raise DataError(
                sentence(
                    "it takes the place of all that was done to the original; move it to the first place.",
                ),
                title=self.title,
            )
        return super().check(data)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        del draws
        found = RECENT.read(Path(self.file.path), progress=progress.part(0.0, 0.8))
        same_content(self.file, found, "file")
        added = [name for name in found.data.names if name not in data]
        finished = found.data.drop(added)
        if not finished.names:
            raise DataError(
                sentence(
                    "{name} has no variable of the original; choose the file that was made of it.",
                    name=self.file.name,
                ),
                "file",
            )
        if self.identity is not None and self.identity not in finished.names:
            raise DataError(
                sentence(
                    "{name} has no variable {identity}; choose another that names the record, or none.",
                    name=self.file.name,
                    identity=short(self.identity),
                ),
                "identity",
            )
        progress.at(0.8, "Tracing records")
        try:
            traced = match(
                data, finished, self.identity, recoded_only=self.recoded_only, same_order=self.same_order
            )
        except DataError as error:
            raise DataError(error.message, "identity") from None
        figures = {RECORDS_LEFT_OUT: Quantity(len(data) - len(traced), RECORDS)}
        note = {"order": SAME_ORDER, "nothing": UNPAIRED}.get(traced.pairing.by)
        return Masked(traced, figures, ((note,) if note else ()) + _note(self.file, added))


def _note(file: InputFile, added: Sequence[str]) -> tuple[str, ...]:
    """Return which variables were left out; none: nothing is to be said."""
    if not added:
        return ()
    names = listed([short(name) for name in added[:NAMED]], len(added))
    return (sentence("Not in the original, so left out of {file}: {names}.", file=file.name, names=names),)
