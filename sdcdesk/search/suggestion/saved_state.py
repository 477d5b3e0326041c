"""Saved state: what a search for recipes has tried, as a file from which it goes on."""

import json
from pathlib import Path

from sdcdesk.core.files.opening import read_text
from sdcdesk.core.running.errors import ReadError, SdcError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.strict_json import parsed
from sdcdesk.search.suggestion.state import SearchState


def state_bytes(state: SearchState) -> bytes:
    """Return the content of the file of a search, which is as confidential as its project.

    Parameters
    ----------
    state
        What was tried.

    Returns
    -------
    bytes
        JSON in UTF-8.
    """
    return json.dumps(state.model_dump(mode="json")).encode()


def load_state(path: Path) -> SearchState:
    """Read the state of a search.

    Parameters
    ----------
    path
        A file that was written with `state_bytes`.

    Returns
    -------
    SearchState
        Whether it belongs to a project is seen when the search goes on.

    Raises
    ------
    ReadError
        The file cannot be read, or holds no state of a search.
    """
    try:
        return SearchState.model_validate(parsed(read_text(path, ReadError)))
    except (SdcError, ValueError) as error:
        if isinstance(error, ReadError):
            raise
        wrong = "{name} holds no state of a search; choose a file in which one was saved."
        raise ReadError(sentence(wrong, name=short(path.name))) from None
