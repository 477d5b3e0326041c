"""Reason of an export: a file that is not known to be safe is written only with one.

One policy for window, command line and Python: the reason is recorded in the documents that are written with
the file.
"""

from dataclasses import replace
from pathlib import Path

from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io import FORMATS
from sdcdesk.release.release_check import Release
from sdcdesk.report.export_plan import Plan, beside


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
    return not _is_safe(release) or release.run.original.sample is not None


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
    return _is_safe(release) and release.run.original.sample is not None


def _is_safe(release: Release) -> bool:
    """Return whether it is safe in its scenarios, and gives no table away."""
    return release.verdict == Verdict.SAFE and not release.given_away


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
            "with a reason, which is recorded."
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
    return data_file.with_name(f"{data_file.stem}_{ending}{form.written_extensions[0]}")
