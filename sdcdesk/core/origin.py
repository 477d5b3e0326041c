"""How the values of a masked variable came from those of the initial file."""

from dataclasses import dataclass

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
