"""Release in a few words: its verdict and the figure that decides it."""

from collections.abc import Iterator

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import capital, sentence
from sdcdesk.document.axes import axis_name
from sdcdesk.document.limits import figure_name
from sdcdesk.document.measures import leading_figure
from sdcdesk.release.release_check import Release
from sdcdesk.release.scenario_check import Checked


def release_text(release: Release, locale: Locale = NEUTRAL) -> str:
    """Return the verdict and the figure of the worst scenario, or which scenario has no limit.

    Parameters
    ----------
    release
        The release check.
    locale
        How numbers are written.

    Returns
    -------
    str
        "Unsafe, 3.04 %, Neighbour"; of one scenario alone the name is left out, and where the words of the
        verdict are long. The number stands before all that may be long, and so be cut.
    """
    limited = _limited(release)
    nearest = max(limited, key=lambda checked: checked.severity, default=release.worst)
    figure = list(_figure(release, nearest, locale, named=len(release.scenarios) > 1))
    worst = ", ".join(figure)
    if release.verdict is Verdict.SAFE and release.open():
        # It is safe in all scenarios: the name of one would be too much where place is scarce.
        return ", ".join([capital(release.verdict_text()), *figure[:1]])
    if release.verdict is not Verdict.NOT_ASSESSED:
        return f"{release.verdict.capitalize()}, {worst}"
    all_limited = len(limited) == len(release.scenarios)
    if all_limited or any(checked.error for checked in release.scenarios):
        return "Not assessed"
    if not limited:
        return sentence("No limit, {worst}", worst=worst)
    # The reason alone: beside it the number of another scenario would be taken for what it is about.
    without = [checked.scenario.name for checked in release.scenarios if not checked.scenario.limits]
    return sentence(
        "No limit in {n} of {all} scenarios: {names}",
        n=len(without),
        all=len(release.scenarios),
        names=", ".join(without),
    ).written(locale)


def scenario_note(release: Release, checked: Checked) -> str:
    """Return how one scenario stands among those of a release.

    Parameters
    ----------
    release
        The release check.
    checked
        One of its scenarios.

    Returns
    -------
    str
        "before masking", "worst of 3 scenarios", or which one is the worst; empty where it is the only one. A
        scenario that is not assessed comes first, and is not called the worst for that.
    """
    if not release.project.recipe.active:
        return "as released" if release.run.original.is_released else "before masking"
    worst, number = release.worst, len(release.scenarios)
    known = worst is None or worst.verdict is not Verdict.NOT_ASSESSED or not _limited(release)
    if worst is not None and checked.scenario.name != worst.scenario.name:
        return (
            sentence("the worst is {name}", name=worst.scenario.name)
            if known
            else sentence("not assessed is {name}", name=worst.scenario.name)
        )
    if number < 2:
        return ""
    return sentence("worst of {n} scenarios" if known else "one of {n} scenarios", n=number)


def _limited(release: Release) -> list[Checked]:
    return [checked for checked in release.scenarios if checked.scenario.limits]


def _figure(release: Release, worst: Checked | None, locale: Locale, *, named: bool) -> Iterator[str]:
    """Yield the figure that decides in the worst scenario, else that of the risk axis, and its name."""
    if worst is None:
        return

    def number_text(quantity: Quantity, *limits: float) -> str:
        return quantity_text(quantity, locale, limits, noun=False).text

    judged, axis = worst.deciding, release.project.risk_axis(worst.scenario)
    leading = leading_figure(Concern.RISK)
    found = worst.find_assessment(axis.measure)
    if judged is not None and judged.quantity is not None and judged.limit.address != leading:
        yield f"{number_text(judged.quantity, judged.limit.value)}: {figure_name(judged.limit)}"
    elif found is not None and axis.figure in found.figures:
        limits = [limit.value for limit in worst.scenario.limits if limit.address == axis]
        text = number_text(found.figure(axis.figure).quantity, *limits)
        yield text if axis == leading else f"{text}: {axis_name(axis)}"
    if named:
        yield worst.scenario.name
