"""Assessments in words for the terminal."""

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.figures import words


def lines(assessment: Assessment) -> list[str]:
    """Return the figures of an assessment and its notes, one a line."""
    wide = max((len(figure.title) for figure in assessment.figures.values()), default=0)
    found = [f"  {figure.title:<{wide}}  {words(figure)}" for figure in assessment.figures.values()]
    return [assessment.title, *found, *(f"  {note}" for note in assessment.notes)]
