"""Warnings of an export: what whoever lets a file leave must know of it."""

from collections.abc import Mapping
from pathlib import Path

from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.display_names import text_with_display_names
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import localised, sentence
from sdcdesk.io import FORMATS
from sdcdesk.release.release_check import Release
from sdcdesk.report.export_plan import Plan


def warnings(
    release: Release,
    locale: Locale = NEUTRAL,
    called: Mapping[str, str] | None = None,
    plan: Plan | None = None,
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
    plan
        What is to be written; None: nobody knows yet, so that what holds of some formats only is told, too.

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
    cells = _formula_cells(release, locale) if plan is None or _may_hold_formulas(plan) else ""
    return (*found, (cells, False)) if cells else tuple(found)


def _may_hold_formulas(plan: Plan) -> bool:
    """Return whether a spreadsheet could compute cells of the file: of a CSV file, which has no types."""
    form = FORMATS[plan.format] if plan.format else FORMATS.find(plan.target or Path())
    model = form.write_options if form else None
    return model is not None and "neutral" in model.model_fields and not plan.options.get("neutral")


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
