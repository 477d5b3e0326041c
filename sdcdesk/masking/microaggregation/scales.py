"""Scales of variables: which groups and published values numbers and categories can have."""

from collections.abc import Mapping
from dataclasses import dataclass

from sdcdesk.core.data.variable import Scale
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen for the groups.

    Attributes
    ----------
    together
        Whether several variables are grouped at once.
    mdav, improve, robust, clusters
        Of those: whether by MDAV, with a local search, by robust distances, within clusters.
    fixed, median
        Of single variables: whether groups have fixed sizes, and get the median.
    whole
        Whether whole numbers are kept whole.
    """

    together: bool
    mdav: bool
    improve: bool
    robust: bool
    clusters: bool
    fixed: bool
    median: bool
    whole: bool

    def check(self, scales: Mapping[str, Scale], title: str) -> None:
        """Check that variables are of scales that these groups and published values can take.

        Parameters
        ----------
        scales
            By the name of each variable.
        title
            Title of the method.

        Raises
        ------
        DataError
            One is not.
        """
        for name, scale in scales.items():
            for field, (fits, words) in self._wanted(scale).items():
                if not fits:
                    raise DataError(sentence(words, name=short(name), scale=scale.value), field, title=title)

    def _wanted(self, scale: Scale) -> dict[str, tuple[bool, str]]:
        """Return, by parameter, whether what was chosen fits a scale, and what is said where it does not."""
        if scale is Scale.CONTINUOUS:
            return {}
        if self.together:
            wanted = {
                "formed": (self.mdav, "{name} is {scale}; choose MDAV for it."),
                "improve": (
                    not self.improve,
                    "{name} is {scale}; choose no improvement by exchanges for it.",
                ),
                "distances": (not self.robust, "{name} is {scale}; choose standardised distances for it."),
                "clusters": (not self.clusters, "{name} is {scale}; choose no clusters for it."),
            }
        elif scale is Scale.NOMINAL:
            wanted = {"grouping": (False, "{name} is {scale}; choose several variables at once for it.")}
        else:
            wanted = {
                "partition": (self.fixed, "{name} is {scale}; choose fixed sizes for it."),
                "centroid": (self.median, "{name} is {scale}; choose the median for it."),
            }
        whole = (
            "{name} is {scale} and always gets one of its categories; leave Keep whole numbers whole "
            "(whole_numbers) out."
        )
        return {**wanted, "whole_numbers": (not self.whole, whole)}
