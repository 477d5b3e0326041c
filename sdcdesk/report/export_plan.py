"""Plan of an export: what is written, where and how."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.io import FORMATS
from sdcdesk.io.codebook.codebook_form import CodebookForm
from sdcdesk.io.codebook.codebooks import CODEBOOKS, codebook_path
from sdcdesk.io.record_order import RandomUnits
from sdcdesk.search.alternatives.comparison import Comparison


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be written.

    Attributes
    ----------
    target
        The masked file; None: it is not written.
    report, figures
        The report for the disclosure board (HTML), and the figures (JSON); None: not written.
    format
        Name of the format of the masked file; empty: by its extension.
    options
        How it is written, as its format takes them.
    kept
        Identifiers that leave too.
    reason
        Why a file that is not known to be safe leaves.
    replace
        Whether files that exist may be replaced.
    internal
        Whether the report is the internal edition, which holds values of the data.
    alternatives
        A comparison that the internal edition shows; None: none, as in any other edition.
    codebooks
        Names of the forms in which a codebook is written beside the masked file. It leaves with that, and
        tells no roles.
    internal_codebook
        The codebook for the owner: all variables of the original, with their roles; None: not written. It
        describes next year's file, and never leaves.
    order
        What leaves in a random order; None: the records leave in that of the masked file.
    companions
        The files that are written with the masked one, without which it could not be read; see `accompanied`.
    """

    target: Path | None = None
    report: Path | None = None
    figures: Path | None = None
    format: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    reason: str = ""
    replace: bool = False
    internal: bool = False
    alternatives: Comparison | None = None
    codebooks: tuple[str, ...] = ()
    internal_codebook: Path | None = None
    order: RandomUnits | None = None
    companions: tuple[Path, ...] = ()

    @property
    def codebook_files(self) -> dict[Path, CodebookForm]:
        """The form of each codebook by its file, which stands beside the masked one; none without that."""
        target = self.target
        if target is None or not target.name:
            return {}
        return {codebook_path(target, form): form for form in map(CODEBOOKS.__getitem__, self.codebooks)}

    @property
    def files(self) -> tuple[Path, ...]:
        """All files, the masked one first."""
        named = (self.target, self.report, self.figures, self.internal_codebook)
        return (*(path for path in named if path), *self.companions, *self.codebook_files)

    @property
    def existing(self) -> tuple[Path, ...]:
        """The files that are there already."""
        return tuple(path for path in self.files if path.exists())

    @property
    def stated(self) -> str:
        """The reason as it is recorded; empty where it holds no letter or digit, which is no reason."""
        return self.reason.strip() if any(sign.isalnum() for sign in self.reason) else ""


def beside(target: Path) -> tuple[Path, Path]:
    """Return where report and figures of a masked file are written where nobody says it.

    Parameters
    ----------
    target
        The masked file.

    Returns
    -------
    tuple[Path, Path]
        Report (.html) and figures (.json).
    """
    return target.with_name(f"{target.stem}_report.html"), target.with_name(f"{target.stem}_figures.json")


def internal_codebook_of(target: Path) -> Path:
    """Return where the codebook for the owner is written where nobody says it.

    Parameters
    ----------
    target
        The masked file.

    Returns
    -------
    Path
        Beside it, with a name that says that it stays: people_safe_internal_codebook.csv.
    """
    return target.with_name(f"{target.stem}_internal_codebook{CODEBOOKS.readable[0].ending}")


def leaving(masked: Microdata, plan: Plan) -> Microdata:
    """Return the records and variables that leave.

    Parameters
    ----------
    masked
        The masked file.
    plan
        What is to be written.

    Returns
    -------
    Microdata
        The masked file without the identifiers that are not kept.
    """
    return masked.drop([variable.name for variable in masked.variables if not leaves(variable, plan)])


def accompanied(masked: Microdata, plan: Plan) -> Plan:
    """Return the plan with the files without which the masked one could not be read.

    Parameters
    ----------
    masked
        The masked file.
    plan
        What is to be written.

    Returns
    -------
    Plan
        The same where its format tells all in one file, or is not known.
    """
    named = plan.target is not None and bool(plan.target.name)
    form = FORMATS[plan.format] if plan.format else FORMATS.find(plan.target or Path())
    if not named or plan.target is None or form is None or not form.can_write:
        return replace(plan, companions=())
    # The window asks at every key: no values are copied for it.
    variables = tuple(variable for variable in masked.variables if leaves(variable, plan))
    return replace(plan, companions=form.companions(variables, plan.target))


def leaves(variable: Variable, plan: Plan) -> bool:
    """Return whether a variable leaves: identifiers do where the plan keeps them only.

    Parameters
    ----------
    variable
        One of the masked file.
    plan
        What is to be written.

    Returns
    -------
    bool
        As its role and its name say.
    """
    return variable.role is not Role.IDENTIFIER or variable.name in plan.kept
