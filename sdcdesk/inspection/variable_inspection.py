"""Inspection of all variables of a file."""

from dataclasses import dataclass
from typing import Any

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.require_microdata import require_microdata
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.results.table import plain_value
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.inspection.confusable_names import confusable_names
from sdcdesk.inspection.data_quality import quality_findings
from sdcdesk.inspection.roles import suggested_role
from sdcdesk.inspection.scales import suggested_scale
from sdcdesk.inspection.value_counts import ValueCounts, value_counts


@dataclass(frozen=True, slots=True)
class VariableInspection:
    """What a variable holds, and what it probably is.

    Attributes
    ----------
    name
        The variable.
    kind
        "whole number", "decimal number" or "text".
    records
        Records of the file.
    missing
        Records in which it is empty or holds one of its missing codes.
    distinct
        Different values among the others.
    smallest, largest
        Among the others; None of text, and where there are none.
    role, role_reason
        Suggested role, and why.
    scale, scale_reason
        Suggested scale, and why.
    warnings
        What is worth a look, in sentences.
    """

    name: str
    kind: str
    records: int
    missing: int
    distinct: int
    smallest: int | float | None
    largest: int | float | None
    role: Role
    role_reason: str
    scale: Scale
    scale_reason: str
    warnings: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the same as plain JSON values at full precision.

        Returns
        -------
        dict[str, Any]
            The attributes by name.
        """
        return {
            "name": self.name,
            "kind": self.kind,
            "records": self.records,
            "missing": self.missing,
            "distinct": self.distinct,
            "smallest": self.smallest,
            "largest": self.largest,
            "role": str(self.role),
            "role_reason": self.role_reason,
            "scale": str(self.scale),
            "scale_reason": self.scale_reason,
            "warnings": list(self.warnings),
        }


def inspect(data: Microdata, progress: Progress = SILENT) -> tuple[VariableInspection, ...]:
    """Say of each variable what it holds, which role and scale it probably has, and what is worth a look.

    Parameters
    ----------
    data
        They are not changed: nothing that is suggested is applied.
    progress
        Receives how far the work is; a cancel works within a second for a million records.

    Example
    -------
    >>> import pandas as pd
    >>> [found] = inspect(Microdata(pd.DataFrame({"sex": ["m", "f", "f"]})))
    >>> found.role, found.role_reason
    (<Role.KEY: 'key'>, 'by its name, others know it of a person')

    Returns
    -------
    tuple[VariableInspection, ...]
        One entry for each variable, in file order.

    Raises
    ------
    DataError
        These are no microdata.
    """
    require_microdata(data)
    alike = confusable_names(data.names)
    return tuple(
        inspected(value_counts(data, name), alike.get(name, ""))
        for name, _ in progress.over(data.names, "Inspecting the variables")
    )


def inspected(counts: ValueCounts, lookalike: str = "") -> VariableInspection:
    """Say of a variable what it holds and what it probably is.

    Parameters
    ----------
    counts
        Its different values.
    lookalike
        A finding about its name.

    Returns
    -------
    VariableInspection
        With the finding first among what is worth a look.
    """
    kind = "whole number" if counts.whole else "decimal number" if counts.numeric else "text"
    smallest, largest = (
        (counts.values[0], counts.values[-1]) if counts.numeric and counts.distinct else (None, None)
    )
    role, role_reason = suggested_role(counts)
    scale, scale_reason = suggested_scale(counts, role)
    return VariableInspection(
        name=counts.variable.name,
        kind=kind,
        records=counts.records,
        missing=counts.records - counts.present,
        distinct=counts.distinct,
        smallest=plain_value(smallest),
        largest=plain_value(largest),
        role=role,
        role_reason=role_reason,
        scale=scale,
        scale_reason=scale_reason,
        warnings=(*([lookalike] if lookalike else []), *quality_findings(counts)),
    )
