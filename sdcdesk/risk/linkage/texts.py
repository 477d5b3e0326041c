"""Texts of both files, such as names and addresses, and how alike they are written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal
from unicodedata import normalize

import numpy as np

from sdcdesk.core.data.comparison_level import ComparisonLevel
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.text_similarity import Step, jaro_winkler, levenshtein

Comparator = Literal["equal", "jaro_winkler", "levenshtein"]
"""How two texts are compared."""

SIMILARITIES: dict[Comparator, Callable[[Sequence[str], Sequence[str], Step], np.ndarray]] = {
    "jaro_winkler": jaro_winkler,
    "levenshtein": levenshtein,
}
"""Similarities of texts, 0…1."""

WRITTEN = (
    "Texts are compared without regard to upper and lower case, to blanks at their ends and to how many "
    "blanks stand between words."
)
"""What makes no difference between two texts."""

DISTANCES = {
    "jaro_winkler": "1 − similarity of Jaro and Winkler",
    "levenshtein": "letters changed ÷ letters of the longer text",
}
"""Distances of texts in words."""

MOST_TEXTS = 4_000
"""Different texts of a variable that are compared in pairs: each pair takes 8 bytes."""

MOST_LETTERS = 200
"""Letters of a text that is compared."""


@dataclass(frozen=True, slots=True)
class TextComparison:
    """Which variables are compared as texts, and how.

    Attributes
    ----------
    comparator
        `equal` where none is.
    names
        The variables.
    """

    comparator: Comparator = "equal"
    names: tuple[str, ...] = ()


EQUALITY = TextComparison()
"""No variable is compared as a text."""


@dataclass(frozen=True, slots=True, eq=False)
class SimilarTexts:
    """A variable of both files as texts.

    Attributes
    ----------
    first, second
        int64 (n,) and (t,), codes of the records of each file; −1 where missing.
    similarities
        float64 (codes, codes), of a text of the original and one of the masked file, 0…1.
    """

    first: np.ndarray
    second: np.ndarray
    similarities: np.ndarray


def similar_texts(
    name: str,
    level: ComparisonLevel,
    files: tuple[np.ndarray, np.ndarray],
    comparator: Comparator,
    step: Step,
) -> SimilarTexts:
    """Compare all texts of a variable.

    Parameters
    ----------
    name
        The variable.
    level
        At which both files are compared.
    files
        int64 (n,) and (t,), codes of the records of the original and of the masked file at that level.
    comparator
        Not `equal`.
    step
        Told how far the work is.

    Returns
    -------
    SimilarTexts
        Of the texts that occur in a record.

    Raises
    ------
    DataError
        There are too many different texts, or one is too long.
    """
    before, after = files
    occurring = np.unique(np.concatenate([before, after]))
    occurring = occurring[occurring >= 0]
    written = [_as_compared(value) for value in level.categories[occurring].tolist()]
    # One at least, for the kernels look up something even where all values are missing.
    texts = sorted(set(written)) or [""]
    _require_comparable(name, texts)
    places = {text: place for place, text in enumerate(texts)}
    # One slot more, so that the code of a missing value, which counts from the end, finds −1 there.
    codes = np.full(len(level.categories) + 1, -1, dtype=np.int64)
    codes[occurring] = [places[text] for text in written]
    return SimilarTexts(codes[before], codes[after], SIMILARITIES[comparator](texts, texts, step))


def _as_compared(value: object) -> str:
    return " ".join(normalize("NFKC", str(value)).casefold().split())


def _require_comparable(name: str, texts: Sequence[str]) -> None:
    if len(texts) > MOST_TEXTS:
        words = (
            "{name} has {n} different texts in both files together, and at most {most} are compared in "
            "pairs; leave it out of the variables that are compared as texts."
        )
        raise DataError(sentence(words, name=name, n=len(texts), most=MOST_TEXTS), "texts")
    if max(map(len, texts), default=0) > MOST_LETTERS:
        words = (
            "{name} holds a text of more than {most} letters, which is no name or address; leave it out of "
            "the variables that are compared as texts."
        )
        raise DataError(sentence(words, name=name, most=MOST_LETTERS), "texts")
