"""Object of R as its files hold it: what kind it is, its values, and its attributes by name."""

from dataclasses import dataclass, field
from typing import Any

KINDS = {
    10: "logical",
    13: "integer",
    14: "double",
    15: "complex",
    16: "character",
    19: "list",
    24: "raw",
    25: "S4",
}
"""Kinds of vectors by their numbers in files; others are "symbol", "pairlist", "NULL" and "other"."""


@dataclass(slots=True, eq=False)
class RObject:
    """An object.

    Attributes
    ----------
    kind
        One of `KINDS`, "symbol", "pairlist", "NULL", or "other": functions, environments and so on.
    values
        A vector of numbers as an array (bits of doubles are those of the file), text as a list of str, None
        where missing; a list as one of objects; a symbol as str; a pairlist as a list of name and object.
    attributes
        Objects by name.
    """

    kind: str
    values: Any = None
    attributes: dict[str, "RObject"] = field(default_factory=dict)

    def words(self, name: str) -> list[str | None]:
        """Return an attribute that is text.

        Parameters
        ----------
        name
            Its name.

        Returns
        -------
        list of str or None
            Empty where there is none, or it is no text.
        """
        found = self.attributes.get(name)
        return list(found.values) if found is not None and found.kind == "character" else []

    def word(self, name: str) -> str:
        """Return the first word of an attribute.

        Parameters
        ----------
        name
            Its name.

        Returns
        -------
        str
            Empty where there is none.
        """
        return next((word for word in self.words(name) if word), "")
