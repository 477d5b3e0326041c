"""Results in words for the terminal; the full precision is in the JSON."""

from sdcdesk.core.assessment import Assessment, Figure


def words(figure: Figure) -> str:
    """Return a figure as people read it; one that is not defined says so."""
    value = figure.value
    if value is None:
        return "not defined"
    if isinstance(value, str):
        return value
    if figure.unit == "share":
        return f"{100 * value:.4g} %"
    shown = f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"
    return f"{shown} {figure.unit}".rstrip()


def lines(assessment: Assessment) -> list[str]:
    """Return the figures of an assessment and its notes, one a line."""
    wide = max((len(figure.label) for figure in assessment.figures.values()), default=0)
    found = [f"  {figure.label:<{wide}}  {words(figure)}" for figure in assessment.figures.values()]
    return [assessment.title, *found, *(f"  {note}" for note in assessment.notes)]
