"""Reading a data file of any format."""

import os
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from sdcdesk.core.data.drawn_sample import DrawnSample
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.files.opening import opening
from sdcdesk.core.running.arguments import path_argument, require_kind
from sdcdesk.core.running.memory import give_back, require
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, counted, joined, listed, sentence
from sdcdesk.io.codebook.codebooks import read_codebook
from sdcdesk.io.codebook.description_fit import LISTED, with_codebook
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.columns.roles_and_scales import parse_roles, parse_scales
from sdcdesk.io.files import cancellable
from sdcdesk.io.format import Content, Format, Preview
from sdcdesk.io.formats import FORMATS
from sdcdesk.io.options import AUTO, FileOptions
from sdcdesk.io.sampled_records import sampled_places

RECORDS = 200
"""Records of a preview."""


@dataclass(frozen=True, slots=True)
class FileRead:
    """What was read of a data file.

    Attributes
    ----------
    data
        All records.
    options
        How it was read; nothing in them is "auto" any more.
    size
        Bytes.
    sha256
        Hash of the very bytes that were read, as 64 hexadecimal digits.
    remarks
        Which columns have no name in the file, what of a codebook does not suit it, that it has no more
        records than a sample asks for, and that nothing tells its format.
    """

    data: Microdata
    options: FileOptions
    size: int
    sha256: str
    remarks: tuple[str, ...] = ()


def read(
    path: str | os.PathLike[str],
    options: FileOptions | None = None,
    *,
    variables: Iterable[Variable] = (),
    roles: Mapping[str, str] | None = None,
    scales: Mapping[str, str] | None = None,
    codebook: str | os.PathLike[str] | None = None,
    sample: int | None = None,
    sample_seed: int | None = None,
    progress: Progress = SILENT,
) -> Microdata:
    """Read a data file.

    Parameters
    ----------
    path
        A file of one of the `FORMATS`.
    options
        How to read it, as `FileOptions` or as the options of its format (`ReadOptions` for CSV); what they
        leave open is found out from the file.
    variables
        Descriptions of variables. One whose categories are text keeps its column as text.
    roles
        Roles alone, a short cut: ``{"age": "key", "income": "confidential"}``.
    scales
        Scales alone: ``{"school": "ordinal", "age": "continuous"}``.
    codebook
        A CSV or DDI codebook, or SPSS syntax (see `sdcdesk.io.codebook`). It comes before what the file says,
        and after what is said here; what it says that does not suit the file is left out, and warned of.
    sample, sample_seed
        Records of a random sample that is read instead of all, and its seed; short cuts for the options of
        these names. The data know that they are one (`Microdata.sample`).
    progress
        Receives how far the reading is; a cancel works within a second.

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
        Something is said about a column that the file does not have, or a column of text is asked to be
        continuous.
    ParameterError
        A role, a scale or an option does not exist, or an option does not apply to the format; the file is
        named neither by text nor by a path, or something else is of another kind than it should be.

    Example
    -------
    >>> data = read("people.csv", roles={"age": "key", "income": "confidential"})  # doctest: +SKIP
    """
    if sample is not None or sample_seed is not None:
        options = (options or FileOptions()).changed(sample=sample, sample_seed=sample_seed)
    found = read_file(
        path, options, variables=variables, roles=roles, scales=scales, codebook=codebook, progress=progress
    )
    for remark in found.remarks:
        warnings.warn(remark, stacklevel=2)
    return found.data


def read_file(
    path: str | os.PathLike[str],
    options: FileOptions | None = None,
    *,
    variables: Iterable[Variable] = (),
    roles: Mapping[str, str] | None = None,
    scales: Mapping[str, str] | None = None,
    codebook: str | os.PathLike[str] | None = None,
    progress: Progress = SILENT,
) -> FileRead:
    """Read a data file, and return with it what tells it from any other file.

    Parameters and errors are those of `read`. The options read the same file in the same way again.

    Parameters
    ----------
    path
        The file.
    options
        How to read it; found out where not given.
    variables
        Descriptions, which come before what the file says.
    roles
        Roles by name of the variable.
    scales
        Scales by name of the variable.
    codebook
        A codebook; see `read`.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    FileRead
        The data, the options that were used, and size and hash of the very bytes that were read.
    """
    path, known = path_argument(path), named_variables(variables)
    asked = parse_roles(roles), parse_scales(scales)
    said: tuple[Variable, ...] = ()
    if codebook is not None:
        said = read_codebook(
            path_argument(codebook), progress.part(0.0, 0.0), partial(_names, path, options, progress)
        )
    book = {variable.name: variable for variable in said if variable.name not in known}
    with opening(path), cancellable():
        # Options of a wrong kind are refused with the words of `find_format`.
        chosen = options.format if isinstance(options, FileOptions) else AUTO
        tried = chosen == AUTO and FORMATS.of_file(path) is None
        form, options = find_format(path, FileOptions() if options is None else options)
        options = options.with_seed()
        if not options.columns and not (form.samples and options.sample):  # else nobody knows what they take
            require(form.takes * path.stat().st_size)
        book = {name: book[name] for name in book if not options.columns or name in options.columns}
        requests = ColumnRequests(options, known, *asked, codebook=book)
        found = form.read(path, requests, progress)
        if not requests.read.started:  # a format that reads its file in a way of its own
            with path.open("rb") as file:
                requests.read.begin(file).read()
    progress.at(1.0, "Reading")
    names = requests.are_read([one.name for one in found.variables])
    if len(names) < len(found.variables):  # a format that reads its file as a whole
        kept = [one for one in found.variables if one.name in names]
        found = found._replace(frame=found.frame[names], variables=kept)
    found, sampled = _sampled(found, path.name)
    data = Microdata(found.frame, found.variables).kept_narrow().written_as(found.style)
    if isinstance(sampled, DrawnSample):
        data = data.drawn_as(sampled)
    data, remarks = with_codebook(data, _with_asked(book, *asked)) if book else (data, ())
    remarks = (*_of_unnamed(found, path.name), *remarks)
    remarks = (*remarks, sampled) if isinstance(sampled, Sentence) else remarks
    if tried:
        words = "Neither content nor extension of {name} tells its format: it was read as {title} ({how})."
        how = joined([*found.options.words().values()])
        remarks = (*remarks, sentence(words, name=path.name, title=form.title, how=how))
    give_back()
    return FileRead(data, found.options, requests.read.size, requests.read.sha256, remarks)


def _of_unnamed(found: Content, file: str) -> Iterator[Sentence]:
    """Yield what the columns are called that have no name in the file."""
    unnamed = found.unnamed
    if unnamed:
        yield sentence(
            "{n} column of {file} has no name there, and is called {names} by its place.",
            "{n} columns of {file} have no names there, and are called {names} by their places.",
            "n",
            n=len(unnamed),
            file=file,
            names=listed(unnamed[:LISTED], len(unnamed)),
        )


def _sampled(found: Content, file: str) -> tuple[Content, DrawnSample | Sentence | None]:
    """Return the sample that was asked for, and what it is, or that the file has no more records."""
    size, seed = found.options.sample, found.options.sample_seed or 0
    if size is None:
        return found, None
    records = len(found.frame) if found.records is None else found.records
    if size >= records:
        words = "{file} has {records}, no more than the sample of {size} that was asked for: all were read."
        return found, sentence(words, file=file, records=counted(records, "record"), size=size)
    if found.records is None:  # a format that reads its file as a whole
        frame = found.frame.take(sampled_places(records, size, seed)).reset_index(drop=True)
        found = found._replace(frame=frame, style=None)
    return found, DrawnSample(size, records, seed, file)


def _with_asked(
    book: Mapping[str, Variable], roles: Mapping[str, Role], scales: Mapping[str, Scale]
) -> Iterator[Variable]:
    """Return what a codebook says, with the roles and scales that were asked for in the place of its own."""
    for name, variable in book.items():
        asked = {"role": roles.get(name), "scale": scales.get(name)}
        changes: dict[str, Any] = {field: value for field, value in asked.items() if value is not None}
        if changes.get("scale") is Scale.CONTINUOUS:
            changes["categories"] = ()
        yield variable.changed(**changes) if changes else variable


def detect(
    path: str | os.PathLike[str], progress: Progress = SILENT, *, options: FileOptions | None = None
) -> FileOptions:
    """Find out how a data file is to be read; `sdcdesk.io.formats.described` says it in words.

    Parameters
    ----------
    path
        The file.
    progress
        Receives how far the work is.
    options
        What is known already, such as its format.

    Returns
    -------
    FileOptions
        Options of the file's format, with what was found.

    Raises
    ------
    ReadError
        The file is missing, empty, not text, or two of its columns share a name.
    """
    path = path_argument(path)
    with opening(path), cancellable():
        form, options = find_format(path, FileOptions() if options is None else options)
        return form.detect(path, options, progress)


def parts(
    path: str | os.PathLike[str], progress: Progress = SILENT, *, options: FileOptions | None = None
) -> dict[str, str]:
    """Return the parts of a file of which one is read, such as the sheets of a workbook; see `Format.parts`.

    Parameters
    ----------
    path
        The file.
    progress
        Asked whether to stop.
    options
        What is known already, such as its format.

    Returns
    -------
    dict[str, str]
        Words by what the option of the format takes; empty: the file has no parts.

    Raises
    ------
    ReadError
        The file is missing, damaged, or not what it should be.
    """
    path = path_argument(path)
    with opening(path), cancellable():
        form, _ = find_format(path, FileOptions() if options is None else options)
        return form.parts(path, progress)


def preview(path: Path, options: FileOptions, records: int = RECORDS, progress: Progress = SILENT) -> Preview:
    """Read the first records of a file as the whole would be read, without reading the whole.

    Parameters
    ----------
    path
        The file.
    options
        How to read it, with the format and, to be quick with large CSV files, the encoding; see `detect`.
    records
        How many records at most; fewer where they are very long.
    progress
        Asked whether to stop.

    Returns
    -------
    Preview
        At most that many records, of all columns, and whether the file has no more.

    Raises
    ------
    ReadError
        The beginning of the file cannot be read in this way; the sentence names the line.
    DataError
        Something is said about a column that the file does not have.
    """
    with opening(path), cancellable():
        form, options = find_format(path, options)
        every = ColumnRequests(options.changed(columns=()), {}, {})
        found = form.preview(path, every, records, progress)
        ColumnRequests(options, {}, {}).check(found.data.names, path.name)
        return replace(found, options=found.options.changed(columns=options.columns))


def _names(path: Path, options: FileOptions | None, progress: Progress) -> tuple[str, ...]:
    """Return the variables of a file in their order."""
    return preview(path, FileOptions() if options is None else options, 1, progress.part(0.0, 0.0)).data.names


def named_variables(variables: Iterable[Variable]) -> dict[str, Variable]:
    """Return descriptions by the name of their variable.

    Parameters
    ----------
    variables
        Descriptions.

    Returns
    -------
    dict[str, Variable]
        In the order given.

    Raises
    ------
    ParameterError
        One is of another kind.
    """
    words = (
        "Variables are given as a list of Variable, and this is of the type {kind}; make one by "
        'sdcdesk.Variable(name="age").'
    )
    require_kind(variables, Iterable, words, "variables")
    listed = list(variables)
    for variable in listed:
        require_kind(variable, Variable, words, "variables")
    return {variable.name: variable for variable in listed}


def find_format(path: Path, options: FileOptions) -> tuple[Format, FileOptions]:
    """Return the format of a file, and the options as it takes them.

    Parameters
    ----------
    path
        The file.
    options
        How to read it.

    Returns
    -------
    Format, FileOptions
        The format that is asked for, else that of its content, else that of its extension, else CSV.

    Raises
    ------
    ReadError
        Neither its content nor its extension is that of a format, and it is no text.
    ParameterError
        An option does not apply to the format.
    """
    require_kind(
        options,
        FileOptions,
        "How a file is read is given as FileOptions, and this is of the type {kind}; make them by "
        'sdcdesk.ReadOptions, such as sdcdesk.ReadOptions(delimiter=";").',
        "options",
    )
    if options.format != AUTO:
        form: Format | None = FORMATS[options.format]
    else:  # options of a format are said of what its extension stands for
        form = FORMATS.of_file(path) if type(options) is FileOptions else FORMATS.find(path)
    if form is None:
        form = FORMATS.tried(path)
    return form, form.for_reading(options, path.name)
