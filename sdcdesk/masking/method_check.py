"""Fitting of methods to data: why a method cannot be used."""

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.method import Method
from sdcdesk.core.running.errors import DataError, SdcError


def unfit(kind: type[Method], data: Microdata) -> str:
    """Return why a method cannot be used with these data, as a clause; empty where it can.

    Parameters
    ----------
    kind
        The method.
    data
        What it would be applied to.

    Returns
    -------
    str
        For menus, beside the disabled method.
    """
    reason = kind.lacking(data)
    if reason or any(info.is_required() for info in kind.model_fields.values()):
        return reason
    try:
        kind().check(data)
    except DataError as error:
        return error.beside(kind.title).removesuffix(".")
    except SdcError:
        return ""  # parameters are still missing, which can be given
    return ""
