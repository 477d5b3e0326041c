"""Files of one assessment: a page and JSON, without values of the data."""

import json
from html import escape

from sdcdesk.core.results.assessment import Assessment
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
    return json.dumps(assessment.to_json(), indent=2, ensure_ascii=False, allow_nan=False).encode()


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
