"""Grid file of the command line: alternatives as JSON, as projects write them."""

from pathlib import Path

from sdcdesk.cli.json_file import read_json
from sdcdesk.core.running.errors import ReadError, SdcError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.grid import Grid


def read_grid_file(path: Path) -> Grid:
    """Return the grid that a file holds.

    Parameters
    ----------
    path
        JSON: {"lines": [[{"method": NAME, "parameters": {NAME: [values that are tried]}}]]}.

    Returns
    -------
    Grid
        Data files that it names are seen from its folder.

    Raises
    ------
    ReadError
        The file cannot be read, or holds no grid.
    """
    written, name = read_json(path), short(path.name)
    if not isinstance(written, dict):
        wrong = "{name} holds no grid: it is written with the names lines, before and draws."
        raise ReadError(sentence(wrong, name=name))
    try:
        grid = Grid(**written)
    except SdcError as error:
        wrong = "{name} holds no grid: {problem}"
        raise ReadError(sentence(wrong, name=name, problem=error.message)) from None
    return grid.with_input_files(lambda file: file.resolved_from(path.parent))
