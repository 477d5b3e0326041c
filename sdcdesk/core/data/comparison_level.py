"""Comparison level of a variable: the categories at which the original and the masked file are compared."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING, encode, find_places, joined
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonLevel:
    """Categories of both files, brought together.

    Attributes
    ----------
    categories
        Those of the original, all that it declares; where recodings changed them, those of the masked file.
    domain
        So many of them, from the first, make up the range D(V). Those after them occur only in the
        masked file, and no recoding explains them.
    scale
        Scale of the variable at this level.
    recoded
        Whether the level is that of the masked variable.
    source
        int64, for each category of the original its position in `categories` after all recodings; `MISSING`
        where they make it missing.
    place
        int64, for each category of the masked file its position.
    """

    categories: pd.Index
    domain: int
    scale: Scale
    recoded: bool
    source: np.ndarray
    place: np.ndarray

    def before(self, codes: np.ndarray) -> np.ndarray:
        """Return the positions in `categories` of codes (n,) of the original; `MISSING` for missing values.

        Parameters
        ----------
        codes
            Integers (n,), codes of the original's own categories.

        Returns
        -------
        np.ndarray
            int64 (n,), after all recodings.
        """
        # The code of a missing value counts from the end.
        placed: np.ndarray = np.append(self.source, MISSING)[codes]
        return placed

    def after(self, codes: np.ndarray) -> np.ndarray:
        """Return the positions in `categories` of codes (n,) of the masked file; `MISSING` for none.

        Parameters
        ----------
        codes
            Integers (n,), codes of the masked file's own categories.

        Returns
        -------
        np.ndarray
            int64 (n,).
        """
        placed: np.ndarray = np.append(self.place, MISSING)[codes]
        return placed


def comparison_level(original: Microdata, masked: Microdata, name: str) -> ComparisonLevel:
    """Return the level at which a variable of both files is compared.

    If recodings changed the categories and the masked file knows them (`Microdata.provenance`), the level is
    that of the masked variable, and its order that of the masked categories. Otherwise, also for a
    masked file that was read and comes from no recipe, the level is that of the original.

    Parameters
    ----------
    original
        The initial file.
    masked
        The masked file.
    name
        A variable of both files.

    Returns
    -------
    ComparisonLevel
        Categories, and where those of each file stand among them.

    Raises
    ------
    DataError
        A value of an ordinal variable has no place in its declared order.
    """
    initial, final = original.coding(name), masked.coding(name)
    image = _image(original, masked, name)
    if image is None:
        extra = final.categories[find_places(final.categories, initial.categories) < 0]
        level = joined(initial.categories, extra)
        source = np.arange(len(initial.categories))
        place = find_places(final.categories, level)
        return ComparisonLevel(
            level, len(initial.categories), original.variable(name).scale, False, source, place
        )
    # Categories that only left-out records had are values of the level too.
    values = pd.Series(joined(pd.Index(image), final.categories))
    coded = encode(values, masked.variable(name))
    codes = coded.codes.astype(np.int64)
    level, source, place = coded.categories, codes[: len(image)], codes[len(image) :]
    return ComparisonLevel(level, len(level), masked.variable(name).scale, True, source, place)


def _image(original: Microdata, masked: Microdata, name: str) -> pd.Series | None:
    """Return what recodings make of each original category, or None where they leave all as they are."""
    provenance, initial = masked.provenance(name), original.coding(name)
    if provenance is None or not provenance.fits(initial):
        return None
    image = provenance.image.iloc[:-1]
    return None if _unchanged(initial.categories, image) else image


def _unchanged(categories: pd.Index, image: pd.Series) -> bool:
    """Return whether every category is its own image, as far as it has one."""
    known = image.notna().to_numpy(dtype=bool)
    old, new = categories[known], pd.Index(image)[known]
    alike = pd.api.types.is_numeric_dtype(old) == pd.api.types.is_numeric_dtype(new)
    return alike and bool((old == new).all())
