"""Writing a data file of any format."""

import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.require_microdata import require_microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.files.atomic import write_together
from sdcdesk.core.random.randomness import draws_from_seed
from sdcdesk.core.running.arguments import path_argument, require_kind
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import listed, sentence
from sdcdesk.io.counted_dates import counted_dates
from sdcdesk.io.csv.formulas import formulas
from sdcdesk.io.format import Format
from sdcdesk.io.formats import FORMATS
from sdcdesk.io.left_out_labels import NAMED, left_out_labels
from sdcdesk.io.loss import Loss
from sdcdesk.io.record_order import RANDOM_UNITS, RandomUnits, random_order
from sdcdesk.io.released_letters import with_released_letters
from sdcdesk.io.released_order import without_record_order
from sdcdesk.io.released_variable import released_variable


def write(
    data: Microdata,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 - the word that users of command lines know
    identifiers: bool = False,
    overwrite: bool = False,
    order: RandomUnits | None = None,
    seed: int | None = None,
    progress: Progress = SILENT,
    **options: Any,
) -> tuple[str, ...]:
    """Write a data file: as a whole or, after any failure or cancel, not at all.

    Identifiers are left out unless one insists on them. Codes for missing and categories are written as
    they stand, missing values as empty fields; in a CSV file as those of the original, where all of a column
    stand alike there. What the format cannot hold is warned of, each in one sentence, labels of values that
    do not occur, which are left out, and cells of a CSV file that a spreadsheet would compute.

    A CSV file holds no types: a variable of text whose values all look like numbers is text again only if
    it is read with `ReadOptions(text=…)`. A Parquet file keeps types, and the descriptions of its
    variables: labels, roles, scales, units, missing codes, and those categories that occur (the others
    could tell what was masked).

    Parameters
    ----------
    data
        What to write.
    path
        The file.
    format
        Name of one of the `FORMATS`, where the extension of the file does not say it.
    identifiers
        Whether to write identifiers too.
    overwrite
        Whether a file that exists may be replaced.
    order
        What is put into a random order: "records", each by itself, "households", which stay together, or
        "members", these within the households too; None: all leave in the order that they have.
    seed
        Seed of a random order, as secret as the data.
    progress
        Receives how far the writing is; a cancel works within a second.
    options
        Options of the format: delimiter, encoding and decimal of a CSV file; see `WriteOptions`.

    Returns
    -------
    tuple of str
        Names of the variables that were left out.

    Raises
    ------
    WriteError
        The file exists already, its folder does not or may not be written, or the disk is full.
    DataError
        These are no microdata, nothing but identifiers would be written, or the format cannot hold a
        variable: CSV, infinite numbers, values of several kinds, or characters that the encoding lacks.
    ParameterError
        The file is named neither by text nor by a path, the format is not known, nothing is written under
        the extension, an option does not exist or does not apply to it, or of order and seed one lacks the
        other.

    Example
    -------
    >>> left_out = write(masked, "people-safe.csv")  # doctest: +SKIP
    """
    require_microdata(data)
    path = path_argument(path)
    if format is not None:
        require_kind(
            format,
            str,
            "A file format is named by text, and this is of the type {kind}; there are {formats}.",
            "format",
            formats=", ".join(one.name for one in FORMATS),
        )
    data = _ordered(data, order, seed)
    form, how = _chosen(data, path, format, options)
    left_out, leaving = released(data, identifiers=identifiers)
    for loss in _losses(data, leaving, form, how, progress):
        warnings.warn(loss.text, stacklevel=2)
    if getattr(how, "neutral", None) is False and (found := formulas(leaving, progress)):
        warnings.warn(_formulas_text(found), stacklevel=2)
    for line in write_together(_files(leaving, path, form, how, progress), overwrite=overwrite):
        warnings.warn(line, stacklevel=2)
    return left_out


def _formulas_text(found: Mapping[str, int]) -> str:
    return sentence(
        "{n} cell of {names} begins with = + - @, which a spreadsheet takes for formulas; neutral=True "
        "neutralises it.",
        "{n} cells of {names} begin with = + - @, which a spreadsheet takes for formulas; neutral=True "
        "neutralises them.",
        "n",
        n=sum(found.values()),
        names=listed([*found][:NAMED], len(found)),
    )


def _ordered(data: Microdata, order: RandomUnits | None, seed: int | None) -> Microdata:
    """Return the records in the order that is asked for."""
    if order is None:
        if seed is not None:
            raise ParameterError("A seed is that of a random order; say which order, too.", "seed")
        return data
    if order not in RANDOM_UNITS:
        units = ", ".join(RANDOM_UNITS)
        raise ParameterError(
            sentence("There are the random orders {units}; choose one.", units=units), "order"
        )
    draws = draws_from_seed(seed, "A random order", data.lineage.streams)
    return data.take(random_order(data, order, None, draws))


def writer(
    data: Microdata,
    path: Path,
    format: str | None,  # noqa: A002 - as `write`
    options: Mapping[str, Any],
    *,
    identifiers: bool = False,
    progress: Progress = SILENT,
) -> tuple[tuple[str, ...], dict[Path, Callable[[BinaryIO], object]]]:
    """Return the variables that are left out, and what writes the others: the file, and those beside it.

    Parameters and errors are those of `write`.

    Parameters
    ----------
    data
        What is written.
    path
        The file that it is for.
    format
        Name of the format; None: by the extension.
    options
        Values by the name of the option.
    identifiers
        Whether identifiers are written too.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    tuple[tuple[str, ...], dict[Path, Callable[[BinaryIO], object]]]
        Names of the identifiers left out, and a function of each open file, that of the data first.

    Raises
    ------
    DataError
        Nothing would be left to write.
    """
    form, how = _chosen(data, path, format, options)
    left_out, leaving = released(data, identifiers=identifiers)
    return left_out, _files(leaving, path, form, how, progress)


def losses(
    data: Microdata,
    path: Path,
    format: str | None,  # noqa: A002 - as `write`
    options: Mapping[str, Any],
    *,
    identifiers: bool = False,
    described: bool = False,
    progress: Progress = SILENT,
) -> tuple[Loss, ...]:
    """Return what a file would lack of the data, before it is written.

    Parameters and errors are those of `writer`.

    Parameters
    ----------
    data
        What is to be written.
    path
        The file that it is for.
    format
        Name of the format; None: by the extension.
    options
        Values by the name of the option.
    identifiers
        Whether identifiers are written too.
    described
        Whether a codebook is written beside the file, which tells some of what it lacks.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    tuple[Loss, ...]
        In the order of the variables; none where the file, or the codebook, holds all of it.
    """
    form, how = _chosen(data, path, format, options)
    _, leaving = released(data, identifiers=identifiers)
    return tuple(_losses(data, leaving, form, how, progress, described=described))


def _losses(
    data: Microdata,
    leaving: Microdata,
    form: Format,
    how: Model,
    progress: Progress,
    *,
    described: bool = False,
) -> Iterator[Loss]:
    """Find what the file lacks by its format, and the labels that no file tells."""
    yield from (loss for loss in form.losses(leaving, how, progress) if not (loss.described and described))
    yield from counted_dates(leaving, form)
    if "value_labels" in form.keeps:
        yield from left_out_labels(data, leaving)
    elif described:
        yield from left_out_labels(form.held(data, how), leaving)


def released(data: Microdata, *, identifiers: bool) -> tuple[tuple[str, ...], Microdata]:
    """Return what leaves of some data, with what may be said of its variables.

    Parameters
    ----------
    data
        What is written.
    identifiers
        Whether identifiers are written too.

    Returns
    -------
    tuple[tuple[str, ...], Microdata]
        Names of the identifiers that are left out, and the other variables.

    Raises
    ------
    DataError
        Nothing would be left to write.
    """
    left_out, leaving = leaving_variables(data, identifiers=identifiers)
    changed = data.lineage.changed(data.names)
    leaving = with_released_letters(leaving, changed)
    told = (released_variable(leaving, one, changed=one.name in changed) for one in leaving.variables)
    reordered = not (np.diff(data.rows) > 0).all()
    told = (
        without_record_order(data, one, changed=one.name in changed)
        if reordered or one.name in changed
        else one
        for one in told
    )
    described = [new for new, one in zip(told, leaving.variables, strict=True) if new is not one]
    return left_out, leaving.describe(*described) if described else leaving


def leaving_variables(data: Microdata, *, identifiers: bool) -> tuple[tuple[str, ...], Microdata]:
    """Return the variables that leave of some data, with all that is known of them.

    Parameters
    ----------
    data
        What is written.
    identifiers
        Whether identifiers are written too.

    Returns
    -------
    tuple[tuple[str, ...], Microdata]
        Names of the identifiers that are left out, and the other variables.

    Raises
    ------
    DataError
        Nothing would be left to write.
    """
    left_out = () if identifiers else data.named(Role.IDENTIFIER)
    leaving = data.drop(left_out)
    if not leaving.names:
        raise DataError(
            "All variables are identifiers, so there is nothing to write; insist on them if need be."
        )
    return left_out, leaving


def _chosen(
    data: Microdata,
    path: Path,
    format: str | None,  # noqa: A002 - as `write`
    options: Mapping[str, Any],
) -> tuple[Format, Model]:
    """Return the format of a file, and the options as it takes them."""
    form = FORMATS.chosen(format, path)
    return form, form.for_writing(dict(options), path.name, data)


def _files(
    data: Microdata, path: Path, form: Format, how: Model, progress: Progress
) -> dict[Path, Callable[[BinaryIO], object]]:
    """Return what writes a file and those without which it could not be read."""
    files: dict[Path, Callable[[BinaryIO], object]] = {path: _put(data, form, how, progress)}
    return files | form.write_companions(data, path, how, progress)


def _put(data: Microdata, form: Format, how: Model, progress: Progress) -> Callable[[BinaryIO], None]:
    """Return what writes data into an open file."""

    def put(file: BinaryIO) -> None:
        form.write(data, file, how, progress)
        progress.at(1.0, "Writing")  # the last moment to cancel: from here on the file is there

    return put
