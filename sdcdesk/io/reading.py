"""Reading a data file of any format."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from sdcdesk.core.errors import ReadError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.core.variable import Variable
from sdcdesk.io.columns import Wishes, roles_of
from sdcdesk.io.files import Format, format_of, known_extensions, opening
from sdcdesk.io.options import ReadOptions


def read(
    path: str | os.PathLike[str],
    options: ReadOptions | None = None,
    *,
    variables: Iterable[Variable] = (),
    roles: Mapping[str, str] | None = None,
    progress: Progress = SILENT,
) -> Microdata:
    """Read a data file.

    Parameters
    ----------
    path
        A CSV or Parquet file.
    options
        How to read it; what they leave open is found out from the file.
    variables
        Descriptions of variables. One whose categories are text keeps its column as text.
    roles
        Roles alone, a short cut: ``{"age": "key", "income": "confidential"}``.
    progress
        Told how far the reading is; a cancel works within a second.

    Returns
    -------
    Microdata
        CSV: a column holds numbers (int64; Int64 with missing values; float64) where every value is one
        and none loses anything by it, such as leading zeros (blanks around a number are not kept), else
        text as it stands. An empty field, quoted or not, is missing; nothing else is unless declared: one
        "NA" among numbers keeps its column text.
        In a column of numbers, declared codes that are numbers stay as they are; others become empty cells.
        Empty lines are passed over. Names of columns lose the blanks around them; a column without a name
        is called V1, V2, … by its place.

        Parquet: numbers and text as they are, in those same types; the columns of a dictionary (factors)
        become text with these categories, in order where it has one; dates and times become text in ISO
        8601, truth values "true" and "false", decimals numbers where nothing is lost by it. Labels, roles,
        scales and missing codes come back from files that were written here.

        Variables that nobody described are continuous if they hold numbers, else nominal.

    Raises
    ------
    ReadError
        The file is missing, empty or damaged, or is not what it should be. The sentence names the line.
    DataError
        Something is said about a column that the file does not have.
    ParameterError
        A role or an option does not exist, or an option does not apply to the format.

    Example
    -------
    >>> data = read("people.csv", roles={"age": "key", "income": "confidential"})  # doctest: +SKIP
    """
    return read_with_options(path, options, variables=variables, roles=roles, progress=progress)[0]


def read_with_options(
    path: str | os.PathLike[str],
    options: ReadOptions | None = None,
    *,
    variables: Iterable[Variable] = (),
    roles: Mapping[str, str] | None = None,
    progress: Progress = SILENT,
) -> tuple[Microdata, ReadOptions]:
    """Read a data file, and return with it the options that were used, what was found out included.

    Parameters and errors are those of `read`. The options read the same file in the same way again.
    """
    path, options = Path(path), options or ReadOptions()
    wishes = Wishes(options, {variable.name: variable for variable in variables}, roles_of(roles))
    with opening(path):
        if _format(path, options) == "parquet":
            from sdcdesk.io.parquet import read_parquet

            frame, described, used = read_parquet(path, wishes, progress)
        else:
            from sdcdesk.io.csv_reading import read_csv

            frame, described, used = read_csv(path, wishes, progress)
    progress.at(1.0, "Reading")
    return Microdata(frame, described), used


def detect(path: str | os.PathLike[str], progress: Progress = SILENT) -> ReadOptions:
    """Find out how a data file is to be read; `ReadOptions.words` says it in words.

    Raises
    ------
    ReadError
        The file is missing, empty, not text, or two of its columns share a name.
    """
    path = Path(path)
    with opening(path):
        if _format(path, ReadOptions()) == "parquet":
            return ReadOptions(format="parquet")
        from sdcdesk.io.csv_detection import found_layout

        return found_layout(path, ReadOptions(), progress).options


def _format(path: Path, options: ReadOptions) -> Format:
    if options.format != "auto":
        return options.format
    form = format_of(path)
    if form is None and path.exists():
        raise ReadError(
            f"{path.name} has no known extension ({known_extensions()}); say which format it has.", "format"
        )
    return form or "csv"
