"""Losses of an export: what the masked file will lack of the data."""

from collections.abc import Mapping, Sequence

from sdcdesk.core.operations.display_names import text_with_display_names
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.io.loss import Loss
from sdcdesk.io.writing import losses
from sdcdesk.release.release_check import Release
from sdcdesk.report.export_plan import Plan, leaving

LOSSES = 12
"""Things that a file will lack which are told one by one."""


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
    return losses(
        leaving(release.run.masked, plan),
        plan.target,
        plan.format or None,
        plan.options,
        identifiers=bool(plan.kept),
        described=bool(plan.codebooks),
        progress=progress,
    )


def losses_text(losses: Sequence[Loss], called: Mapping[str, str] | None = None) -> str:
    """Return what the file will lack; of much, the first.

    Parameters
    ----------
    losses
        What the masked file lacks.
    called
        What people call the variables, by name; None: by their names.

    Returns
    -------
    str
        A sentence on each line; empty: nothing.
    """
    lines = [text_with_display_names(loss.text, called or {}) for loss in losses[:LOSSES]]
    if len(losses) > LOSSES:
        more = sentence("… and {n} more.", n=len(losses) - LOSSES)
        lines.append(more)
    return joined(lines, "\n")
