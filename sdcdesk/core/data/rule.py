"""Edit rule: what must hold between the variables of a record, and which records break it."""

from typing import Protocol, TypeVar

import numpy as np

File = TypeVar("File", contravariant=True)
"""What a rule is asked about: microdata."""


class Rule(Protocol[File]):
    """What must hold in every record; a structural zero is a combination that such a rule excludes."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that it compares, each once."""

    def broken(self, data: File, initial: File) -> np.ndarray:
        """Return which records of a file break it.

        Parameters
        ----------
        data
            The file, initial or masked.
        initial
            The initial file, whose values the rule names.

        Returns
        -------
        np.ndarray
            bool (n,).

        Raises
        ------
        DataError
            The rule does not fit the initial file.
        """
