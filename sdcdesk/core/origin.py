"""How the values of a masked variable came from those of the initial file."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pandas as pd

from sdcdesk.core.coding import Coding


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """What the steps so far did to one variable.

    A variable that no step touched has no origin.

    Attributes
    ----------
    source
        Categories of the variable in the initial file.
    image
        What the recodings so far make of each of them; the last entry, after all categories, is what
        they make of a missing value.
    exact
        True: every masked value is the image of its record's initial value. False: some step changed
        values in another way (noise, swapping, PRAM, suppression of cells, microaggregation).
    """

    source: pd.Index
    image: pd.Series
    exact: bool

    @classmethod
    def untouched(cls, initial: Coding) -> "Origin":
        """Return the origin of a variable of the initial file: every value is its own image."""
        return cls(initial.categories, with_missing(initial.values), exact=True)

    def then(self, function: Callable[[pd.Series], pd.Series]) -> "Origin":
        """Return the origin after a recoding."""
        present = self.image[self.image.notna()]
        return replace(self, image=function(present).reindex(self.image.index))

    def perturbed(self) -> "Origin":
        """Return the origin after a change that is not a function of the value."""
        return replace(self, exact=False)

    def fits(self, initial: Coding) -> bool:
        """Return whether this is the coding of the initial file that the origin started from."""
        return self.source.equals(initial.categories)

    def recoded(self, initial: Coding) -> pd.Series:
        """Return for each initial record the value that the recodings make of its own."""
        # The code of a missing value counts from the end, where its image stands.
        return self.image.take(initial.codes).reset_index(drop=True)

    def recoding(self, initial: Coding) -> Coding:
        """Return the same as codes of the different new values."""
        image_codes, found = pd.factorize(self.image, use_na_sentinel=True)
        return Coding(image_codes.astype("int32")[initial.codes], pd.Index(found))


def with_missing(values: pd.Series) -> pd.Series:
    """Append a missing value, keeping whole numbers and truth values what they are."""
    if values.dtype.kind in "iub":
        values = values.astype("boolean" if values.dtype.kind == "b" else "Int64")
    return values.reindex(range(len(values) + 1)) if len(values) else pd.Series([None], dtype=values.dtype)
