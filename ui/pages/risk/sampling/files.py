"""Other data files whose curves are drawn beside: read like the project's own, kept in memory only."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from sdcdesk.core.errors import DataError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import Progress
from sdcdesk.core.variable import Variable
from sdcdesk.io import FORMATS, FileOptions, preview, read
from sdcdesk.release.sampling_curves import SamplingCurves


@dataclass(frozen=True, eq=False)
class OtherFile:
    """A file that is compared.

    Attributes
    ----------
    path
        Where it lies.
    curves
        Of samples from it as it is.
    """

    path: Path
    curves: SamplingCurves


def read_others(
    paths: Sequence[Path],
    options: FileOptions,
    variables: Sequence[Variable],
    needed: Collection[str],
    progress: Progress,
) -> tuple[OtherFile, ...]:
    """Read files with the settings of the project's own.

    Parameters
    ----------
    paths
        The files.
    options, variables
        How the project's file is read and described; what is said of columns that a file lacks is left out.
    needed
        Key variables, which every file must have.

    Raises
    ------
    DataError
        A file lacks key variables: all of them are named.
    ReadError
        A file cannot be read.
    Cancelled
        The user asked to stop.
    """
    found = []
    for path, share in progress.over(list(paths), "Reading"):
        data = _read(path, options, variables, needed, share)
        found.append(OtherFile(path, SamplingCurves(data, data)))
    return tuple(found)


def _read(
    path: Path,
    options: FileOptions,
    variables: Sequence[Variable],
    needed: Collection[str],
    progress: Progress,
) -> Microdata:
    form = FORMATS.of(path)
    how = options if form is None or form.name == options.format else FileOptions(format=form.name)
    names = preview(path, how.limited_to(()), records=1, progress=progress.part(0.0, 0.05)).data.names
    absent = [name for name in needed if name not in names]
    if absent:
        columns = "column" if len(absent) == 1 else "columns"
        raise DataError(
            f"{path.name} has no {columns} {', '.join(absent)}, which the key sets need; choose a file with "
            "the same variables.",
            absent[0],
        )
    described = [variable for variable in variables if variable.name in names]
    return read(path, how.limited_to(names), variables=described, progress=progress.part(0.05, 1.0))
