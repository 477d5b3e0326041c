"""Labels of a value as one text, as people type them: from the narrowest to the widest."""

import re
from collections.abc import Sequence

BETWEEN = " > "
"""Stands between the labels of a value, from the narrowest to the widest; a label may begin with the sign."""

SPLIT = re.compile(r"\s>(?=\s|$)")


def parse_labels(text: str) -> tuple[str, ...]:
    """Return the labels that a text holds.

    Parameters
    ----------
    text
        Labels with `BETWEEN` between them.

    Returns
    -------
    tuple[str, ...]
        One or more.
    """
    return tuple(label.strip() for label in SPLIT.split(text))


def labels_text(labels: Sequence[str]) -> str:
    """Return labels as one text.

    Parameters
    ----------
    labels
        From the narrowest to the widest.

    Returns
    -------
    str
        With `BETWEEN` between them.
    """
    return BETWEEN.join(labels)
