"""Files of one assessment: a page and JSON, without values of the data."""

from html import escape

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.text.json_text import json_lines
from sdcdesk.report.notebook import display


def json_file(assessment: Assessment) -> bytes:
    """Return an assessment as JSON.

    Parameters
    ----------
    assessment
        The assessment.

    Returns
    -------
    bytes
        UTF-8.
    """
    return json_lines(assessment.to_json()).encode()


def html_file(assessment: Assessment) -> bytes:
    """Return an assessment as a page of its own.

    Parameters
    ----------
    assessment
        The assessment.

    Returns
    -------
    bytes
        UTF-8.
    """
    head = f'<meta charset="utf-8"><title>{escape(assessment.title)}</title>'
    page = f'<!doctype html><html lang="en"><head>{head}</head><body>{display(assessment)}</body></html>'
    return page.encode()
