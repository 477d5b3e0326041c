"""Left out labels: labels of values that do not occur, which no file that leaves tells."""

from collections.abc import Iterator

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.text.sentence import listed, sentence
from sdcdesk.io.loss import Loss

NAMED = 3
"""Variables that are named; of the others it is told how many they are."""


def left_out_labels(data: DescribedFrame, leaving: DescribedFrame) -> Iterator[Loss]:
    """Find labels of values that a file and the codebooks beside it do not tell.

    Parameters
    ----------
    data
        What is written, with all that is known of its variables; one whose labels stand in the place of
        codes has none, and lacks none.
    leaving
        Some of these variables, with what may be said of them; see `released_variable`.

    Returns
    -------
    Iterator[Loss]
        One at most, of the variable or of the whole file.
    """
    known = {one.name: len(one.value_labels) for one in data.variables}
    counts = {
        one.name: known[one.name] - len(one.value_labels) for one in leaving.variables if known[one.name]
    }
    lacking = [name for name, count in counts.items() if count]
    if lacking:
        # Not as plain words: who reads this may call them otherwise.
        named = [sentence("{name}", name=name) for name in lacking[:NAMED]]
        text = sentence(
            "{n} label of a value that does not occur in the file is left out, for it could tell what was "
            "masked; it is a label of {names}.",
            "{n} labels of values that do not occur in the file are left out, for they could tell what was "
            "masked; they are labels of {names}.",
            "n",
            n=sum(counts.values()),
            names=listed(named, len(lacking)),
        )
        yield Loss(lacking[0] if len(lacking) == 1 else "", text)
