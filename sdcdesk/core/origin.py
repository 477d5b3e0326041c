"""Origin of masked values: what the steps made of the values of the initial file."""

from collections.abc import Callable

import pandas as pd

from sdcdesk.core.coding import Coding


class Origin:
    """What the steps so far did to one variable.

    A variable that no step touched has no origin.

    Parameters
    ----------
    initial
        Gives the coding of the variable before the first step that touched it. It is asked only when it
        is needed, because coding a continuous variable of many records takes time.
    image
        What the recodings so far make of each category of the initial file; the last entry, after all
        categories, is what they make of a missing value. None: there was no recoding.
    exact
        True: every masked value is the image of its record's initial value. False: some step changed
        values in another way (noise, swapping, PRAM, suppression of cells, microaggregation).
    random
        Some step drew values at random: what equal values became is then no function of them, also where the
        numbers that were drawn happen to look like one.
    """

    def __init__(
        self,
        initial: Callable[[], Coding],
        image: pd.Series | None = None,
        *,
        exact: bool = True,
        random: bool = False,
    ) -> None:
        self._initial, self._image = initial, image
        self._unchanged: pd.Series | None = None
        self.exact, self.random = exact, random

    @property
    def source(self) -> pd.Index:
        """Categories of the variable in the initial file."""
        return self._initial().categories

    @property
    def image(self) -> pd.Series:
        """What the recodings so far make of each of them, and at the end of a missing value."""
        if self._image is not None:
            return self._image
        if self._unchanged is None:
            self._unchanged = with_missing(self._initial().values)
        return self._unchanged

    @property
    def is_recoded(self) -> bool:
        """Whether there was a recoding; without one, values mean what they meant."""
        return self._image is not None

    def recoded_since(self, earlier: "Origin | None") -> bool:
        """Return whether there was a recoding after an earlier step.

        Parameters
        ----------
        earlier
            The origin of the same variable after that step; None: nothing had touched it.

        Returns
        -------
        bool
            False where values only changed in other ways.
        """
        return self._image is not None and (earlier is None or self._image is not earlier._image)

    def then(self, function: Callable[[pd.Series], pd.Series]) -> "Origin":
        """Return the origin after a recoding.

        Parameters
        ----------
        function
            Gives new values for the different present ones, one by one.

        Returns
        -------
        Origin
            The recodings so far, and this one after them.
        """
        present = self.image[self.image.notna()]
        image = function(present).reindex(self.image.index)
        return Origin(self._initial, image, exact=self.exact, random=self.random)

    def perturbed(self) -> "Origin":
        """Return the origin after a change that is not a function of the value.

        Returns
        -------
        Origin
            The same recodings, no longer exact.
        """
        return Origin(self._initial, self._image, exact=False, random=self.random)

    def drawn(self) -> "Origin":
        """Return the origin after values were drawn at random.

        Returns
        -------
        Origin
            The same recodings, no longer exact.
        """
        return Origin(self._initial, self._image, exact=False, random=True)

    def fits(self, initial: Coding) -> bool:
        """Return whether this is the coding of the initial file that the origin started from.

        Parameters
        ----------
        initial
            Coding of the same variable in a file.

        Returns
        -------
        bool
            True where both have the same categories in the same order.
        """
        return self.source.equals(initial.categories)

    def recoded(self, initial: Coding) -> pd.Series:
        """Return for each initial record the value that the recodings make of its own.

        Parameters
        ----------
        initial
            Coding of the initial file, (n,).

        Returns
        -------
        pd.Series
            (n,) in the type of the recoded values.
        """
        # The code of a missing value counts from the end, where its image stands.
        return self.image.take(initial.codes).reset_index(drop=True)

    def recoding(self, initial: Coding) -> Coding:
        """Return the same as codes of the different new values.

        Parameters
        ----------
        initial
            Coding of the initial file, (n,).

        Returns
        -------
        Coding
            int32 codes (n,), −1 where the new value is missing.
        """
        image_codes, found = pd.factorize(self.image, use_na_sentinel=True)
        return Coding(image_codes.astype("int32")[initial.codes], pd.Index(found))


def with_missing(values: pd.Series) -> pd.Series:
    """Append a missing value, keeping whole numbers and truth values what they are.

    Parameters
    ----------
    values
        (m,), none of them missing.

    Returns
    -------
    pd.Series
        (m + 1,); integers and truth values in the nullable type of pandas.
    """
    if values.dtype.kind in "iub":
        values = values.astype("boolean" if values.dtype.kind == "b" else "Int64")
    return values.reindex(range(len(values) + 1)) if len(values) else pd.Series([None], dtype=values.dtype)
