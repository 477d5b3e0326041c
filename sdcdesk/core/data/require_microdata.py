"""Requirement of microdata: whoever works with pandas has a frame at hand, which is none."""

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.arguments import require_kind
from sdcdesk.core.running.errors import DataError


def require_microdata(data: object) -> None:
    """Refuse what is no microdata: whoever works with pandas has a frame at hand.

    Parameters
    ----------
    data
        What was given as data.

    Raises
    ------
    DataError
        It is something else; the sentence says how microdata are made of a frame.
    """
    require_kind(
        data,
        Microdata,
        "Data are given as Microdata, and this is of the type {kind}; make them of a DataFrame by "
        "sdcdesk.Microdata(frame), or read a file by sdcdesk.read.",
        error=DataError,
    )
