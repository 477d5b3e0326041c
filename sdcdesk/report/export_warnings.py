"""Warnings of an export: what whoever lets a file leave must know of it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sdcdesk.core.operations.display_names import text_with_display_names
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import localised, sentence
from sdcdesk.io import FORMATS
from sdcdesk.release.release_check import Release
from sdcdesk.report.export_plan import Plan, leaves


class ExportWarning(NamedTuple):
    """A warning of an export.

    Attributes
    ----------
    text
        In the reader's locale, without a full stop.
    is_unsafe
        Whether it is why the verdict is unsafe or unknown.
    """

    text: str
    is_unsafe: bool


def warnings(
    release: Release,
    locale: Locale = NEUTRAL,
    called: Mapping[str, str] | None = None,
    plan: Plan | None = None,
) -> tuple[ExportWarning, ...]:
    """Return what somebody who lets the file leave must know.

    Parameters
    ----------
    release
        The release check of the masked file.
    locale
        Signs of the point and of groups of digits.
    called
        What people call the variables, by name; None: by their names.
    plan
        What is to be written; None: nobody knows yet, so that what holds of some formats only is told, too.

    Returns
    -------
    tuple[ExportWarning, ...]
        Empty: there is nothing to know.
    """
    found = [*_of_scenarios(release, locale)]
    given_away = [localised(one, locale) for one in release.given_away]
    if release.run.original.sample is not None:
        given_away.append(release.run.original.sample.public_text().written(locale))
    found += [ExportWarning(text.removesuffix("."), is_unsafe=True) for text in given_away]
    found += _of_exactness(release)
    leaving = (text_with_display_names(one.text, called or {}) for one in release.open())
    found += [ExportWarning(localised(text, locale).removesuffix("."), is_unsafe=False) for text in leaving]
    leave = plan or Plan()
    cells = (
        _formula_cells(release, leave, locale, called or {})
        if plan is None or _may_hold_formulas(plan)
        else ""
    )
    return (*found, ExportWarning(cells, is_unsafe=False)) if cells else tuple(found)


def _of_scenarios(release: Release, locale: Locale) -> Iterator[ExportWarning]:
    """Yield which scenarios are not safe, and in which some records are alone."""
    for checked in release.scenarios:
        if checked.verdict != Verdict.SAFE:
            judged = checked.with_limits(checked.scenario).sentence(locale)
            yield ExportWarning(f"{checked.scenario.name}: {judged}", is_unsafe=True)
    if not release.scenarios:
        unknown = "No disclosure scenario was described, so nothing is known of the risk"
        yield ExportWarning(unknown, is_unsafe=True)
    for name, after in _assessed(release):
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
            yield ExportWarning(few.written(locale), is_unsafe=False)


def _of_exactness(release: Release) -> Iterator[ExportWarning]:
    """Yield why risk and loss are not known, or not exactly."""
    original = release.run.original
    if original.is_released:
        unknown = "The original is not known, so disclosure risk and loss are not assessed"
        yield ExportWarning(unknown, is_unsafe=True)
    elif not release.run.masked.lineage.pairing_with(original.lineage).is_known:
        unknown = "Nothing says who is who, so disclosure risk and loss are not assessed"
        yield ExportWarning(unknown, is_unsafe=True)
    elif any(after.value("exactness") != "exact" for _, after in _assessed(release)):
        yield ExportWarning("The weighted risks are upper bounds", is_unsafe=False)


def _assessed(release: Release) -> list[tuple[str, Assessment]]:
    """Return the names of scenarios, and what was assessed in each."""
    return [(checked.scenario.name, checked.after) for checked in release.scenarios if checked.after]


def _may_hold_formulas(plan: Plan) -> bool:
    """Return whether a spreadsheet could compute cells of the file: of a CSV file, which has no types."""
    form = FORMATS[plan.format] if plan.format else FORMATS.find(plan.target or Path())
    model = form.write_options if form else None
    return model is not None and "neutral" in model.model_fields and not plan.options.get("neutral")


def _formula_cells(release: Release, plan: Plan, locale: Locale, called: Mapping[str, str]) -> str:
    """Return how many cells that leave a spreadsheet would compute."""
    leaving = {one.name for one in release.run.masked.variables if leaves(one, plan)}
    counts = {name: count for name, count in release.formulas.items() if name in leaving}
    if not counts:
        return ""
    return sentence(
        "{n} cell begins with = + - @ and would be computed by a spreadsheet, in {names}; CSV files can "
        "neutralise it",
        "{n} cells begin with = + - @ and would be computed by a spreadsheet, in {names}; CSV files can "
        "neutralise them",
        "n",
        n=sum(counts.values()),
        names=short(", ".join(called.get(name, name) for name in counts)),
    ).written(locale)
