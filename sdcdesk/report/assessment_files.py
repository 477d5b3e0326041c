"""Files of one assessment: a page and JSON, without values of the data."""

from collections.abc import Sequence
from html import escape

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.text.json_text import json_text
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
    return json_text(assessment.to_json()).encode()


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
    return html_page(assessment.title, [assessment])


def html_page(title: str, assessments: Sequence[Assessment]) -> bytes:
    """Return assessments below one another as a page of its own.

    Parameters
    ----------
    title
        Title of the page.
    assessments
        In the order of the page.

    Returns
    -------
    bytes
        UTF-8.
    """
    head = f'<meta charset="utf-8"><title>{escape(title)}</title>'
    body = "".join(map(display, assessments))
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>'.encode()


def json_list(assessments: Sequence[Assessment]) -> bytes:
    """Return assessments as JSON.

    Parameters
    ----------
    assessments
        In the order of the file.

    Returns
    -------
    bytes
        UTF-8; a list.
    """
    return json_text([one.to_json() for one in assessments]).encode()
