"""Status of a cell: whether it is published, and if not, why."""

from enum import StrEnum


class CellStatus(StrEnum):
    """What becomes of a cell, as its owner sees it; a reader only sees whether it is hidden."""

    PUBLISHED = "published"
    SENSITIVE = "sensitive"
    SECONDARY = "secondary"
    FORCED = "forced"
    ALWAYS = "always"

    @property
    def hides(self) -> bool:
        """Whether a cell of this status is hidden where cells are suppressed."""
        return self in (CellStatus.SENSITIVE, CellStatus.SECONDARY, CellStatus.FORCED)


TITLES = {
    CellStatus.PUBLISHED: "Published",
    CellStatus.SENSITIVE: "Sensitive",
    CellStatus.SECONDARY: "Hidden to protect others",
    CellStatus.FORCED: "Hidden by hand",
    CellStatus.ALWAYS: "Always published",
}
"""What people read."""
