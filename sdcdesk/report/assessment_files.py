"""Files of one assessment: a page and JSON, without values of the data."""

import json
from html import escape

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.report.notebook import display


def json_file(found: Assessment) -> bytes:
    """Return an assessment as JSON.

    Parameters
    ----------
    found
        The assessment.

    Returns
    -------
    bytes
        UTF-8.
    """
    return json.dumps(found.to_json(), indent=2, ensure_ascii=False, allow_nan=False).encode()


def html_file(found: Assessment) -> bytes:
    """Return an assessment as a page of its own.

    Parameters
    ----------
    found
        The assessment.

    Returns
    -------
    bytes
        UTF-8.
    """
    head = f'<meta charset="utf-8"><title>{escape(found.title)}</title>'
    page = f'<!doctype html><html lang="en"><head>{head}</head><body>{display(found)}</body></html>'
    return page.encode()
