"""Distance links of the released records, with all that their findings are made of."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import share
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.disclosure.breakdown import class_of_size
from sdcdesk.risk.linkage.compared import Compared
from sdcdesk.risk.linkage.links import Links, Ties


@dataclass(frozen=True, eq=False)
class Linkage:
    """Links by all variables that the intruder knows, and by some of them.

    Attributes
    ----------
    masked
        The masked file.
    compared
        The variables.
    links
        By all of them.
    by_some
        Names of variables, and the links by these alone.
    ties
        What counts where several are equally near.
    """

    masked: Microdata
    compared: Compared
    links: Links
    by_some: tuple[tuple[tuple[str, ...], Links], ...]
    ties: Ties

    @cached_property
    def classes(self) -> np.ndarray:
        """int64 (t,), class of the number of records that are nearest to each released one."""
        return class_of_size(self.links.tied)

    @cached_property
    def places(self) -> list[int]:
        """The classes that have records."""
        return [int(at) for at in np.unique(self.classes)]

    def share(self, links: Links) -> float | None:
        """Return which part of the released records is linked.

        Parameters
        ----------
        links
            By some of the variables.

        Returns
        -------
        float or None
            None where nothing is released.
        """
        part = share(links.number(self.ties), len(self.masked), empty=NOTHING_RELEASED).value
        return None if part is None else float(part)
