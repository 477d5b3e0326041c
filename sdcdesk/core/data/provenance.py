"""Provenance of masked values: what the steps made of the values of the initial file."""

from collections.abc import Callable

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import Coding, find_places, joined
from sdcdesk.core.data.local_labels import LocalLabels
from sdcdesk.core.data.plain_values import without_categories
from sdcdesk.core.data.randomisation import Randomisation

Function = Callable[[pd.Series], pd.Series]
"""Gives new values for different present ones, one by one."""

Stage = Function | Randomisation
"""What a step did to a variable that is known: a recoding, or draws with known probabilities."""


class Provenance:
    """What the steps so far did to one variable.

    A variable that no step touched has no provenance.

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
    functions
        The recodings, one after another; None: how values became their images is not known.
    labels
        What labels stand for that a step gave to single records; None: there was no such step, or a recoding
        after it.
    stages
        All that steps did, one after another; None: some of it follows no known probabilities.
    """

    def __init__(
        self,
        initial: Callable[[], Coding],
        image: pd.Series | None = None,
        *,
        exact: bool = True,
        random: bool = False,
        functions: tuple[Function, ...] | None = (),
        labels: LocalLabels | None = None,
        stages: tuple[Stage, ...] | None = (),
    ) -> None:
        self._initial, self._image, self._functions = initial, image, functions
        self._unchanged: pd.Series | None = None
        self.exact, self.random, self.labels = exact, random, labels
        self.stages = None if functions is None else stages

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

    def recoded_since(self, earlier: "Provenance | None") -> bool:
        """Return whether there was a recoding after an earlier step.

        Parameters
        ----------
        earlier
            The provenance of the same variable after that step; None: nothing had touched it.

        Returns
        -------
        bool
            False where values only changed in other ways.
        """
        return self._image is not None and (earlier is None or self._image is not earlier._image)

    def then(self, function: Function) -> "Provenance":
        """Return the provenance after a recoding.

        Parameters
        ----------
        function
            Gives new values for the different present ones, one by one.

        Returns
        -------
        Provenance
            The recodings so far, and this one after them.
        """
        present = self.image[self.image.notna()]
        image = function(present).reindex(self.image.index)
        known = None if self._functions is None else (*self._functions, function)
        return Provenance(
            self._initial,
            image,
            exact=self.exact,
            random=self.random,
            functions=known,
            stages=self._and(function),
        )

    def perturbed(
        self, labels: LocalLabels | None = None, randomisation: Randomisation | None = None
    ) -> "Provenance":
        """Return the provenance after a change that is not a function of the value.

        Parameters
        ----------
        labels
            What labels stand for that single records got; None: those before, if any, mean what they meant.
        randomisation
            The probabilities by which the new values were drawn; None: they follow no known ones.

        Returns
        -------
        Provenance
            The same recodings, no longer exact.
        """
        return Provenance(
            self._initial,
            self._image,
            exact=False,
            random=self.random,
            functions=self._functions,
            labels=labels or self.labels,
            stages=None if randomisation is None else self._and(randomisation),
        )

    def drawn(self) -> "Provenance":
        """Return the provenance after values were drawn at random.

        Returns
        -------
        Provenance
            The same recodings, no longer exact.
        """
        return Provenance(
            self._initial,
            self._image,
            exact=False,
            random=True,
            functions=self._functions,
            labels=self.labels,
            stages=self.stages,
        )

    def _and(self, stage: Stage) -> tuple[Stage, ...] | None:
        """Return all that steps did, and one thing more."""
        return None if self.stages is None else (*self.stages, stage)

    def fits(self, initial: Coding) -> bool:
        """Return whether this is the coding of the initial file that the provenance started from.

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

    def recoded_values(self, values: pd.Index) -> pd.Index:
        """Return what the recodings make of any values, those that the initial file does not have included.

        Parameters
        ----------
        values
            Different values (m,), none missing.

        Returns
        -------
        pd.Index
            (m,) objects; None where nothing says what would become of a value.
        """
        source = self.source
        places = find_places(values, source)
        unseen = np.flatnonzero(places < 0)
        images: np.ndarray = self.image.astype(object).to_numpy()[places]
        images[unseen] = None
        if len(unseen) and self._functions is not None and _alike(values, source):
            # All together, for a function may give each new value that it does not know one of its own.
            every = pd.Series(joined(without_categories(source), without_categories(values)[unseen]))
            for function in self._functions:
                codes, found = pd.factorize(every, use_na_sentinel=True)
                # The code of a missing value counts from the end.
                after = np.append(function(pd.Series(found)).astype(object).to_numpy(), [None])
                every = pd.Series(after[codes], dtype=object).infer_objects()
            images[unseen] = every.astype(object).to_numpy()[len(source) :]
        images[pd.isna(images)] = None
        every_image: pd.Index = pd.Index(images, dtype=object)
        return every_image

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


def _alike(one: pd.Index, other: pd.Index) -> bool:
    """Return whether both are numbers, or none is."""
    return pd.api.types.is_numeric_dtype(one) == pd.api.types.is_numeric_dtype(other)
