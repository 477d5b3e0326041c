"""File format: its names, its options, and how it is read, previewed and written."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, NamedTuple

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import joined_by_or, sentence
from sdcdesk.counting.coded_file import CodedFile
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.description_losses import description_losses
from sdcdesk.io.loss import Loss
from sdcdesk.io.options import FileOptions

BEGIN = 256
"""Bytes at the beginning of a file that tell its format, where its content does."""


class Content(NamedTuple):
    """What a file holds.

    Attributes
    ----------
    frame
        Its columns.
    variables
        Their descriptions.
    options
        The options that were used, what was found out included.
    style
        How it was written, for a format that writes the same again; None: it keeps nothing of that.
    records
        Records of the file, where `frame` holds the sample of them that was asked for; None: it holds all.
    unnamed
        Names of columns that have none in the file, although others do.
    """

    frame: pd.DataFrame
    variables: list[Variable]
    options: FileOptions
    style: object = None
    records: int | None = None
    unnamed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """The beginning of a file.

    Attributes
    ----------
    data
        Its first records. A column may hold numbers here and still be text in the whole file, where a
        later value is none.
    options
        How it was read, what was found out included.
    whole
        Whether these are all records.
    faults
        Why a column that is shown all the same cannot be read, by its name.
    """

    data: Microdata
    options: FileOptions
    whole: bool
    faults: Mapping[str, ReadError] = field(default_factory=dict)

    @property
    def hindrance(self) -> ReadError | None:
        """Why the file cannot be read in this way: the fault of the first column that is read and has one."""
        only = self.options.columns
        return next((fault for name, fault in self.faults.items() if not only or name in only), None)


class NoOptions(Model):
    """Options of writing of a format that leaves nothing to choose."""


class Format:
    """A file format; what a subclass declares is found by dialogs, commands, checks and documents.

    Attributes
    ----------
    name
        For options, projects and commands; never translated.
    title
        How people call it.
    extensions
        Extensions of its files, in lower case with their point; the first is given to new files.
    read_only_extensions
        Those of them under which files are read, but none is written.
    beginnings
        First bytes of which one stands in each of its files, and in no others; empty: they tell nothing.
    reading
        How a user is told what becomes of its cells; empty: nothing is to be said.
    read_options
        Options of reading; None: it cannot be read.
    write_options
        Options of writing; None: it cannot be written.
    keeps
        What of the description of a variable comes back from its files: fields of `Variable`, which
        `tests/contract/test_formats.py` tries one by one.
    tells
        Others that need not be told of the file: its own losses tell them by variable, or whoever reads such
        a file is asked for them.
    takes
        As many times the size of the file its data take in memory for sure while they are read; mostly more.
    samples
        Whether `read` holds of the records that a sample leaves out only some at a time; else the whole file
        is read, and the sample taken of it.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    extensions: ClassVar[tuple[str, ...]]
    read_only_extensions: ClassVar[frozenset[str]] = frozenset()
    beginnings: ClassVar[tuple[bytes, ...]] = ()
    reading: ClassVar[str] = ""
    read_options: ClassVar[type[FileOptions] | None] = None
    write_options: ClassVar[type[Model] | None] = None
    keeps: ClassVar[frozenset[str]] = frozenset()
    tells: ClassVar[frozenset[str]] = frozenset()
    takes: ClassVar[int] = 2
    samples: ClassVar[bool] = False

    @property
    def can_read(self) -> bool:
        """Whether files of the format can be read."""
        return self.read_options is not None

    @property
    def can_write(self) -> bool:
        """Whether files of the format can be written."""
        return self.write_options is not None

    @property
    def written_extensions(self) -> tuple[str, ...]:
        """Extensions under which files are written; none where the format cannot be written."""
        if not self.can_write:
            return ()
        return tuple(ending for ending in self.extensions if ending not in self.read_only_extensions)

    @property
    def is_counted(self) -> bool:
        """Whether its files can be counted where they are; see `coded`."""
        return type(self).coded is not Format.coded

    def is_told_by(self, begin: bytes) -> bool:
        """Return whether a file is of this format for sure.

        Parameters
        ----------
        begin
            Its first `BEGIN` bytes.

        Returns
        -------
        bool
            False where its beginning does not tell.
        """
        return begin.startswith(self.beginnings)

    def detect(self, path: Path, options: FileOptions, progress: Progress) -> FileOptions:
        """Return the options with what is found out from the file.

        Parameters
        ----------
        path
            The file.
        options
            What is known already.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        FileOptions
            The same options with the name of the format and what was found.
        """
        del path, progress
        return options.changed(format=self.name)

    def parts(self, path: Path, progress: Progress) -> dict[str, str]:
        """Return the parts of a file of which one is read, such as the sheets of a workbook.

        Parameters
        ----------
        path
            The file.
        progress
            Stops the work where the user asked to.

        Returns
        -------
        dict[str, str]
            Words by the value of the option that is marked by `PartOfFile`; empty: the file has no parts.

        Raises
        ------
        ReadError
            It is not such a file, or damaged.
        """
        del path, progress
        return {}

    def read(self, path: Path, requests: ColumnRequests, progress: Progress) -> Content:
        """Read a file.

        A format that overrides this

        - checks what is said of columns (`requests.check`) as soon as their names are known, and refuses a
          name that occurs twice (`refuse_twice`), before it reads values;
        - reads the bytes through `requests.read`, so that they are hashed as they come, and a file that
          changes meanwhile is found out (`SameBytes` does so for a library that goes to and fro in it);
        - describes each column by `requests.described`, which puts what the user says before what the file
          says, or makes variables of columns of text by `requests.columns`;
        - returns all options that it used, so that the file is read in the same way again: what was found
          out, and its `name` as their `format`;
        - holds, where it `samples`, only the sample that is asked for (`SampledRecords`), and says how many
          records the file has; else the sample is taken of what it returns;
        - asks for memory (`require`) before it takes much, reports its progress at least once a second, and
          leaves no handle open whatever happens;
        - turns each fault of the file and of its library into a `ReadError` of one sentence, without values.

        `tests/contract/test_formats.py` runs over all formats: what was written is read as it was, the same
        again when it is written once more, and a preview is the beginning of the whole.

        Parameters
        ----------
        path
            The file.
        requests
            The options, and what is said of its columns.
        progress
            Receives how far the reading is; a cancel works within a second.

        Returns
        -------
        Content
            The values, their descriptions, and the options that were used.

        Raises
        ------
        ReadError
            It is not such a file, or damaged, or holds no records.
        DataError
            Something is said about a column that it does not have.
        """
        raise NotImplementedError

    def coded(self, path: Path, requests: ColumnRequests, progress: Progress) -> CodedFile:
        """Return a file that need not fit in memory as codes of the variables that are counted.

        Parameters
        ----------
        path
            The file.
        requests
            The options, and what is said of its columns.
        progress
            Receives how far the first reading is; a cancel works within a second.

        Returns
        -------
        CodedFile
            It is read again for its codes; values are the same as `read` would find.

        Raises
        ------
        ReadError
            The file cannot be read, or the format is read into memory only.
        DataError
            Something is said of a column that the file does not have.
        """
        words = "{name} cannot be counted where it is; save it as Parquet or CSV, or leave the engine out."
        raise ReadError(sentence(words, name=path.name), "engine")

    def preview(self, path: Path, requests: ColumnRequests, records: int, progress: Progress) -> Preview:
        """Read the first records; a format that cannot do so reads all of them.

        Parameters and errors are those of `read`.

        Parameters
        ----------
        path
            The file.
        requests
            The options, and what is said of its columns.
        records
            How many at most.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        Preview
            The records, the options that were used, and whether these are all records.
        """
        found = self.read(path, requests, progress)
        first = found.frame.head(records).reset_index(drop=True)
        return Preview(Microdata(first, found.variables), found.options, len(found.frame) <= records)

    def write(self, data: Microdata, file: BinaryIO, options: Model, progress: Progress) -> None:
        """Write microdata into an open file.

        Parameters
        ----------
        data
            What is written.
        file
            Open for writing.
        options
            An object of `write_options`.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Raises
        ------
        DataError
            The format cannot hold a variable.
        """
        raise NotImplementedError

    def beside(self, path: Path) -> tuple[Path, ...]:
        """Return the files beside one that is read which tell what it holds; nothing ever replaces them.

        Parameters
        ----------
        path
            A file that is read.

        Returns
        -------
        tuple[Path, ...]
            Those that are there; none where a file tells all of itself.
        """
        del path
        return ()

    def companions(self, variables: Sequence[Variable], path: Path) -> tuple[Path, ...]:
        """Return the files that are written with one, without which it could not be read.

        Parameters
        ----------
        variables
            What is written.
        path
            The file.

        Returns
        -------
        tuple[Path, ...]
            In the same folder; none where a file tells all of itself.
        """
        del variables, path
        return ()

    def write_companions(
        self, data: Microdata, path: Path, options: Model, progress: Progress
    ) -> dict[Path, Callable[[BinaryIO], object]]:
        """Return what writes each of the files that are written with one.

        Parameters
        ----------
        data
            What is written.
        path
            The file.
        options
            An object of `write_options`.
        progress
            Stops the work where the user asked to.

        Returns
        -------
        dict[Path, Callable[[BinaryIO], object]]
            By file: those of `companions` that there is something to write of.
        """
        del data, path, options, progress
        return {}

    def held(self, data: Microdata, options: Model) -> Microdata:
        """Return data as a file holds them, where options put something in the place of their values.

        Parameters
        ----------
        data
            What is written.
        options
            An object of `write_options`.

        Returns
        -------
        Microdata
            The same data where they hold no such option; codebooks describe these.
        """
        del options
        return data

    def losses(self, data: Microdata, options: Model, progress: Progress) -> Iterable[Loss]:
        """Find what a file would lack of some data; what it cannot hold at all is an error of `write`.

        Parameters
        ----------
        data
            What is to be written.
        options
            An object of `write_options`.
        progress
            Stops the work where the user asked to.

        Returns
        -------
        Iterable[Loss]
            In the order of the variables; what a format adds follows on what is found here of labels and of
            missing values.
        """
        del options, progress
        yield from description_losses(data.variables, self.title, self.keeps | self.tells)

    def for_reading(self, options: FileOptions, file: str) -> FileOptions:
        """Return options as this format takes them.

        Parameters
        ----------
        options
            Options of any format.
        file
            Name of the file, for the message.

        Returns
        -------
        FileOptions
            An object of `read_options`.

        Raises
        ------
        ReadError
            The format cannot be read.
        ParameterError
            An option does not apply to it.
        """
        model = self.read_options
        if model is None:
            raise ReadError(
                sentence(
                    "{file}: {title} files can be written, but not read; choose another file.",
                    file=file,
                    title=self.title,
                )
            )
        if type(options) is model:
            return options
        chosen = {name: getattr(options, name) for name in options.non_defaults()}
        other = next((name for name in chosen if name not in model.model_fields), None)
        if other is not None:
            raise ParameterError(
                sentence(
                    "{file}: {title} files are read without the option {other}; leave it out.",
                    file=file,
                    title=self.title,
                    other=other,
                ),
                other,
            )
        return model(**chosen)

    def check_extension(self, file: str) -> None:
        """Refuse a file to write under whose extension the format is only read.

        Parameters
        ----------
        file
            Name of the file.

        Raises
        ------
        ParameterError
            With the extensions under which it is written.
        """
        if Path(file).suffix.lower() in self.read_only_extensions:
            raise ParameterError(
                sentence(
                    "{file}: {title} files are written as {extensions} only; call it so, or choose another "
                    "format.",
                    file=file,
                    title=self.title,
                    extensions=joined_by_or(self.written_extensions),
                ),
                "format",
            )

    def for_writing(self, values: dict[str, Any], file: str, data: Microdata | None = None) -> Model:
        """Return options of writing.

        Parameters
        ----------
        values
            Values by the name of the option.
        file
            Name of the file, for the message.
        data
            What is to be written, where the options must fit the style of its file.

        Returns
        -------
        Model
            An object of `write_options`, with defaults for what is not given.

        Raises
        ------
        ParameterError
            The format cannot be written or not under this extension, an option does not apply to it, or has
            no such value.
        """
        model = self.write_options
        if model is None:
            raise ParameterError(
                sentence(
                    "{file}: {title} files can be read, but not written; choose another format.",
                    file=file,
                    title=self.title,
                ),
                "format",
            )
        self.check_extension(file)
        other = next((name for name in values if name not in model.model_fields), None)
        if other is not None:
            raise ParameterError(
                sentence(
                    "{title} files are written without the option {other}; leave it out.",
                    title=self.title,
                    other=other,
                ),
                other,
            )
        return model(**values)
