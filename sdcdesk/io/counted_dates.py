"""Counted dates: those that are read as the numbers which a program counts, and leave as such."""

from collections.abc import Iterator

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.format import Format
from sdcdesk.io.loss import Loss
from sdcdesk.io.r_data.columns import DIALECTS
from sdcdesk.io.readstat.statistics_format import StatisticsFormat

_PROGRAMS = {dialect.program: dialect for dialect in DIALECTS.values()}
_TITLES = {"spss": "SPSS", "stata": "Stata", "sas": "SAS"}


def counted_dates(data: DescribedFrame, form: Format) -> Iterator[Loss]:
    """Find dates and times that are numbers, for a missing value among them is none, where a file loses that.

    Parameters
    ----------
    data
        What leaves.
    form
        The format of the file.

    Returns
    -------
    Iterator[Loss]
        In the order of the variables.
    """
    for variable in data.variables:
        display = variable.display
        if display is None or display.kind != "number" or not display.program:
            continue
        dialect = _PROGRAMS[display.program]
        own = form.dialect.program if isinstance(form, StatisticsFormat) else display.program
        letters = not variable.lettered_missing or "lettered_missing" in form.keeps
        kept = "display" in form.keeps and own == display.program and letters
        if dialect.kind(display.spelling) in dialect.clocks and not kept:
            words = (
                "{name} holds dates or times with missing values that have letters or lie in ranges: these "
                "are the numbers that {title} counts, and are written as such."
            )
            yield Loss(variable.name, sentence(words, name=variable.name, title=_TITLES[display.program]))
