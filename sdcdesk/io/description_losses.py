"""Losses of descriptions: what a file will not say of its variables, told before it is written."""

from collections.abc import Collection, Iterable, Sequence

from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.loss import Loss

_TOLD = {
    "label": "{title} files hold no labels of variables; write a codebook beside the file.",
    "missing": (
        "{title} files do not say which codes stand for missing, and hold them as values; write a codebook "
        "beside the file."
    ),
    "unit": "{title} files hold no units of variables; write a codebook beside the file.",
    "scale": "{title} files do not say which variables are ordinal; write a codebook beside the file.",
    "categories": "{title} files hold no order of categories; write a codebook beside the file.",
    "value_labels": "{title} files hold codes without their labels; write a codebook beside the file.",
    "missing_ranges": (
        "{title} files hold no ranges of missing values; the codes in them are written as they stand."
    ),
    "lettered_missing": (
        "{title} files hold no missing values with letters; they are written as the codes that stand for "
        "them."
    ),
}
"""What is said of a file that lacks what its readers need."""


def description_losses(variables: Sequence[Variable], title: str, told: Collection[str]) -> Iterable[Loss]:
    """Find what a file will lack of the descriptions of variables.

    Parameters
    ----------
    variables
        What is to be written.
    title
        How people call the format.
    told
        Fields of `Variable` that its files keep, or of which its own losses tell.

    Returns
    -------
    Iterable[Loss]
        One for each field that some variable uses; all of the whole file.
    """
    for field, words in _TOLD.items():
        if field not in told and any(_says(variable, field) for variable in variables):
            yield Loss("", sentence(words, title=title), described=True)


def _says(variable: Variable, field: str) -> bool:
    """Return whether a description says what values do not: that they have an order, or which."""
    if field == "scale":
        return variable.scale is Scale.ORDINAL
    if field != "categories":
        return bool(getattr(variable, field))
    ascending = sorted(variable.categories, key=lambda value: (isinstance(value, str), value))
    return variable.scale is Scale.ORDINAL and list(variable.categories) != ascending
