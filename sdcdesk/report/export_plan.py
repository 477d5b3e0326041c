"""Plan of an export: what is written, where and how, and what hinders it.

One policy for window, command line and Python: a file that is not known to be safe is written only with a
reason, and the reason is recorded in the documents that are written with it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.files.atomic import same_file
from sdcdesk.core.operations.display_names import text_with_display_names
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import localised, sentence
from sdcdesk.io import FORMATS
from sdcdesk.io.codebook.codebook_form import CodebookForm
from sdcdesk.io.codebook.codebooks import CODEBOOKS, codebook_path
from sdcdesk.io.loss import Loss
from sdcdesk.io.record_order import RandomUnits
from sdcdesk.io.writing import losses
from sdcdesk.masking import RandomOrder
from sdcdesk.release.release_check import Release
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


def needs_reason(release: Release) -> bool:
    """Return whether the file leaves only with a reason: it is unsafe, nobody knows, a table is, or a sample.

    A file that is safe by itself may give away what a table of the project hides that leaves, too. What a
    random sample of a file was found to be says little of the file that the recipe was meant for.

    Parameters
    ----------
    release
        The release check of the masked file.

    Returns
    -------
    bool
        False only for a safe file of all records that gives no table away.
    """
    return (
        release.verdict != Verdict.SAFE or bool(release.given_away) or release.run.original.sample is not None
    )


def made_of_sample(release: Release) -> bool:
    """Return whether the file needs a reason for nothing but that it is made of a random sample.

    Parameters
    ----------
    release
        The release check of the masked file.

    Returns
    -------
    bool
        False where it is unsafe, or gives a table away.
    """
    safe = release.verdict == Verdict.SAFE and not release.given_away
    return safe and release.run.original.sample is not None


def reason_recorded(release: Release, plan: Plan) -> str:
    """Return the reason that documents record; empty where the file needs none, or does not leave.

    Parameters
    ----------
    release
        The release check of the masked file.
    plan
        What is to be written.

    Returns
    -------
    str
        As it was stated.
    """
    return plan.stated if plan.target and needs_reason(release) else ""


def withheld(release: Release, plan: Plan) -> str:
    """Return why the masked file is not written although its name is known; empty: it may leave.

    Parameters
    ----------
    release
        The release check of the masked file.
    plan
        What is to be written.

    Returns
    -------
    str
        One or two sentences for the user.
    """
    if plan.target is None or not needs_reason(release):
        return ""
    if not plan.stated and made_of_sample(release):
        return (
            "The masked file is not written: it is made of a random sample of the records. It leaves only "
            "with "
            "a reason, which is recorded."
        )
    if not plan.stated and release.verdict == Verdict.SAFE:
        return (
            "The masked file is not written: it gives protected cells of tables away. It leaves only with a "
            "reason, which is recorded."
        )
    if not plan.stated:
        return sentence(
            "The masked file is not written: its verdict is {verdict}. It leaves only with a reason, which "
            "is recorded.",
            verdict=str(release.verdict),
        )
    if not (plan.report or plan.figures):
        return "The reason is recorded in the report or in the figures: have one of them written."
    return ""


def problem(release: Release, plan: Plan, inputs: Sequence[Path] = ()) -> str:
    """Return the first thing that hinders the export, as a sentence; empty if nothing does.

    Parameters
    ----------
    release
        The release check.
    plan
        What is to be written.
    inputs
        Files that are never overwritten: the original and the project.

    Returns
    -------
    str
        With what to do about it.
    """
    if plan.existing and not plan.replace:
        occupied = "Allow the files that are there to be replaced, or choose another name."
    else:
        occupied = ""
    reason = "Give the reason why the file leaves."
    unexplained = reason if needs_reason(release) and not plan.stated else withheld(release, plan)
    hindered = _options_problem(release, plan) or _order_problem(release, plan)
    return name_problem(plan, inputs) or hindered or unexplained or occupied


def name_problem(plan: Plan, inputs: Sequence[Path] = ()) -> str:
    """Return what is wrong with the name of the masked file; empty if nothing is.

    Parameters
    ----------
    plan
        What is to be written.
    inputs
        Files that are never overwritten.

    Returns
    -------
    str
        With what to do about it.
    """
    if plan.target is None or not plan.target.name:
        return "Give the file a name."
    if any(same_file(path, other) for path in plan.files for other in inputs):
        return "This is a file that the project was made from; it is never overwritten. Choose another name."
    if plan.target.is_dir():
        return sentence("{name} is a folder; add the name of a file.", name=plan.target.name)
    if not plan.target.parent.is_dir():
        return sentence("There is no folder {name}; choose another one.", name=plan.target.parent.name)
    return ""


def warnings(
    release: Release, locale: Locale = NEUTRAL, called: Mapping[str, str] | None = None
) -> tuple[tuple[str, bool], ...]:
    """Return what somebody who lets the file leave must know, and whether it is what makes it unsafe.

    Parameters
    ----------
    release
        The release check of the masked file.
    locale
        Signs of the point and of groups of digits.
    called
        What people call the variables, by name; None: by their names.

    Returns
    -------
    tuple[tuple[str, bool], ...]
        Clause without a full stop, and whether it stands for an unsafe or unknown verdict; empty: nothing
        to know.
    """
    found = [
        (f"{checked.scenario.name}: {checked.with_limits(checked.scenario).sentence(locale)}", True)
        for checked in release.scenarios
        if checked.verdict != Verdict.SAFE
    ]
    if not release.scenarios:
        found.append(("No disclosure scenario was described, so nothing is known of the risk", True))
    assessed = [(checked.scenario.name, checked.after) for checked in release.scenarios if checked.after]
    for name, after in assessed:
        below = after.value("records_below_k")
        if after.value("k") == 1 and isinstance(below, int):
            few = sentence(
                "{name}: {n} record is in groups below {k}, some alone",
                "{name}: {n} records are in groups below {k}, some alone",
                "n",
                name=name,
                n=below,
                k=int(after.parameters["k"]),
            )
            found.append((few.written(locale), False))
    found += [(localised(one, locale).removesuffix("."), True) for one in release.given_away]
    if release.run.original.sample is not None:
        found.append((release.run.original.sample.public_text().written(locale).removesuffix("."), True))
    if release.run.original.is_released:
        found.append(("The original is not known, so disclosure risk and loss are not assessed", True))
    elif not release.run.masked.lineage.pairing_with(release.run.original.lineage).is_known:
        found.append(("Nothing says who is who, so disclosure risk and loss are not assessed", True))
    elif any(after.value("exactness") != "exact" for _, after in assessed):
        found.append(("The weighted risks are upper bounds", False))
    leaving = (text_with_display_names(one.text, called or {}) for one in release.open())
    found += [(localised(text, locale).removesuffix("."), False) for text in leaving]
    cells = _formula_cells(release, locale)
    return (*found, (cells, False)) if cells else tuple(found)


def suggested(data_file: Path, release: Release) -> Path:
    """Return a name beside the data file; only what is safe is called so.

    Parameters
    ----------
    data_file
        The original.
    release
        The release check of the masked file.

    Returns
    -------
    Path
        A file that need not exist, in the format of the data file, in which least is lost; where that cannot
        be written, in the first that can.
    """
    ending = "masked" if needs_reason(release) or release.open() else "safe"
    own = FORMATS.find(data_file)
    form = own if own is not None and own.can_write else FORMATS.writable[0]
    return data_file.with_name(f"{data_file.stem}_{ending}{form.extensions[0]}")


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


def recorded(release: Release, plan: Plan) -> Plan:
    """Return the plan with the figures beside the masked file where nothing else would keep its reason.

    Parameters
    ----------
    release
        The release check of the masked file.
    plan
        What is to be written.

    Returns
    -------
    Plan
        The same plan where nothing is missing.
    """
    if plan.target is None or plan.report or plan.figures or not needs_reason(release):
        return plan
    return replace(plan, figures=beside(plan.target)[1])


def _formula_cells(release: Release, locale: Locale) -> str:
    """Return how many cells that leave a spreadsheet would compute; identifiers are left out."""
    identifiers = release.run.masked.named(Role.IDENTIFIER)
    counts = {name: count for name, count in release.formulas.items() if name not in identifiers}
    if not counts:
        return ""
    return sentence(
        "{n} cell begins with = + - @ and would be computed by a spreadsheet, in {names}; CSV files can "
        "neutralise it",
        "{n} cells begin with = + - @ and would be computed by a spreadsheet, in {names}; CSV files can "
        "neutralise them",
        "n",
        n=sum(counts.values()),
        names=short(", ".join(counts)),
    ).written(locale)


def _order_problem(release: Release, plan: Plan) -> str:
    try:
        if plan.order is not None:
            RandomOrder(units=plan.order).check(release.run.masked)
    except DataError as error:
        return error.message
    return ""


def _options_problem(release: Release, plan: Plan) -> str:
    try:
        target = plan.target or Path()
        form = FORMATS.chosen(plan.format, target)
        form.for_writing(dict(plan.options), target.name, release.run.masked)
    except ParameterError as error:
        return error.message
    return codebook_hindrance(plan)


def codebook_hindrance(plan: Plan) -> str:
    """Return why a codebook cannot be written of files of the format of the masked one.

    Parameters
    ----------
    plan
        What is to be written.

    Returns
    -------
    str
        With what to do about it; empty: all of them can.

    Raises
    ------
    ParameterError
        The format is not known, or there is no such form of codebooks.
    """
    form = FORMATS.chosen(plan.format, plan.target or Path())
    return next(filter(None, (CODEBOOKS[name].hindrance(form) for name in plan.codebooks)), "")


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
    return replace(plan, companions=form.companions(_leaving(masked, plan), plan.target))


def leaving(release: Release, plan: Plan) -> Microdata:
    """Return the records and variables that leave.

    Parameters
    ----------
    release
        The release check of the masked file.
    plan
        What is to be written.

    Returns
    -------
    Microdata
        The masked file without the identifiers that are not kept.
    """
    return _leaving(release.run.masked, plan)


def _leaving(masked: Microdata, plan: Plan) -> Microdata:
    return masked.drop([name for name in masked.named(Role.IDENTIFIER) if name not in plan.kept])


def plan_losses(release: Release, plan: Plan, progress: Progress = SILENT) -> tuple[Loss, ...]:
    """Return what the masked file would lack, before it is written.

    Parameters
    ----------
    release
        The release check of the masked file.
    plan
        What is to be written.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    tuple[Loss, ...]
        Without what a codebook of the plan tells; none where nothing is written.

    Raises
    ------
    ParameterError
        The format is not known, or an option does not apply to it.
    """
    if plan.target is None or not plan.target.name:
        return ()
    found = losses(
        leaving(release, plan),
        plan.target,
        plan.format or None,
        plan.options,
        identifiers=bool(plan.kept),
        progress=progress,
    )
    return tuple(loss for loss in found if not (loss.described and plan.codebooks))
