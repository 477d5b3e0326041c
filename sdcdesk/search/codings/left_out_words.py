"""Words on the records that a coding leaves out: for the size of their group, or for a condition on it."""

from sdcdesk.core.text.sentence import Sentence, joined, sentence


def left_out_text(left_out: int, breaking: int) -> Sentence:
    """Return why records are left out: "3 records in groups that are too small".

    Parameters
    ----------
    left_out
        How many.
    breaking
        How many of them are in groups that are large enough, and break a condition.

    Returns
    -------
    Sentence
        A noun phrase, without conditions where they leave out nothing.
    """
    small = sentence(
        "{n} record in groups that are too small",
        "{n} records in groups that are too small",
        "n",
        n=left_out - breaking,
    )
    if not breaking:
        return small
    others = sentence(
        "{n} record in groups that break a condition",
        "{n} records in groups that break a condition",
        "n",
        n=breaking,
    )
    return joined([small, others])
