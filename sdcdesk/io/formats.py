"""Catalogue of the file formats: by name, and by the content or the extension of a file."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, SerializeAsAny

from sdcdesk.core.files.opening import is_ordinary
from sdcdesk.core.files.text_encoding import may_be_text
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import joined_by_or, sentence
from sdcdesk.io.csv.csv_format import Csv
from sdcdesk.io.csv.options import ReadOptions
from sdcdesk.io.excel.excel_format import Excel
from sdcdesk.io.fixed_width.fixed_width_format import FixedWidth
from sdcdesk.io.format import BEGIN, Format
from sdcdesk.io.options import AUTO, FileOptions
from sdcdesk.io.parquet.parquet_format import Parquet
from sdcdesk.io.r_data.r_format import RData
from sdcdesk.io.readstat.sas import SasTable, SasTransport
from sdcdesk.io.readstat.spss import Spss
from sdcdesk.io.readstat.stata import Stata
from sdcdesk.io.unsupported_files import refuse_unsupported_files


@dataclass(frozen=True, slots=True)
class Writable:
    """Marks a text that names a format in which files can be written."""


class Formats:
    """File formats in menu order.

    Parameters
    ----------
    formats
        The first is taken where a file does not say what it is.
    """

    def __init__(self, *formats: Format) -> None:
        self._formats = {form.name: form for form in formats}

    def __iter__(self) -> Iterator[Format]:
        return iter(self._formats.values())

    def __contains__(self, name: object) -> bool:
        return name in self._formats

    def __getitem__(self, name: str) -> Format:
        """Return the format of this name, or raise `ParameterError` naming one that is close."""
        if name in self._formats:
            return self._formats[name]
        close = get_close_matches(name, self._formats, n=1)
        if close:
            words = "There is no file format called {name}; did you mean {close}?"
            raise ParameterError(sentence(words, name=name, close=short(close[0])), "format")
        words = "There is no file format called {name}; there are {formats}."
        raise ParameterError(sentence(words, name=name, formats=", ".join(self._formats)), "format")

    def register(self, form: Format) -> Format:
        """Add a format; dialogs, commands, checks and projects find it from then on.

        Parameters
        ----------
        form
            A format whose name and extensions are new.

        Returns
        -------
        Format
            The same format.

        Raises
        ------
        ParameterError
            Its name or one of its extensions is taken.
        """
        ending_taken = next((ending for ending in form.extensions if self.find(Path(f"x{ending}"))), None)
        if form.name in self._formats or ending_taken:
            raise ParameterError(
                sentence("There is a file format for {taken} already.", taken=ending_taken or form.name),
                "name",
            )
        self._formats[form.name] = form
        return form

    def remove(self, name: str) -> None:
        """Take out what was registered.

        Parameters
        ----------
        name
            Name of a format that was registered.
        """
        del self._formats[name]

    @property
    def default(self) -> Format:
        """The first format."""
        return next(iter(self))

    @property
    def readable(self) -> tuple[Format, ...]:
        """Those that can be read."""
        return tuple(form for form in self if form.can_read)

    @property
    def writable(self) -> tuple[Format, ...]:
        """Those that can be written."""
        return tuple(form for form in self if form.can_write)

    @property
    def read_extensions(self) -> tuple[str, ...]:
        """Extensions of files that can be read."""
        return tuple(ending for form in self.readable for ending in form.extensions)

    @property
    def written_extensions(self) -> tuple[str, ...]:
        """Extensions under which files can be written."""
        return tuple(ending for form in self.writable for ending in form.written_extensions)

    def find(self, path: Path) -> Format | None:
        """Return the format that the extension of a file stands for; None where it stands for none.

        Parameters
        ----------
        path
            The file, which need not exist.

        Returns
        -------
        Format or None
            Found without regard to capitals.
        """
        ending = path.suffix.lower()
        return next((form for form in self if ending in form.extensions), None)

    def of_file(self, path: Path) -> Format | None:
        """Return the format of a file that is read: that of its content, else that of its extension.

        Parameters
        ----------
        path
            The file; where it cannot be read its extension counts.

        Returns
        -------
        Format or None
            None: neither content nor extension tell it.
        """
        begin = b""
        with suppress(OSError):
            if is_ordinary(path):
                with path.open("rb") as file:
                    begin = file.read(BEGIN)
        return next((form for form in self.readable if form.is_told_by(begin)), self.find(path))

    def tried(self, path: Path) -> Format:
        """Return the format as which a file is tried whose format neither content nor extension tell.

        Parameters
        ----------
        path
            The file.

        Returns
        -------
        Format
            The first, which is that of text.

        Raises
        ------
        ReadError
            It is no text.
        OSError
            It does not exist, or cannot be read.
        """
        refuse_unsupported_files(path)
        with path.open("rb") as file:
            begin = file.read(BEGIN)
        if may_be_text(begin):
            return self.default
        words = "{name} is no text, and of no format that can be read ({extensions}); choose another file."
        extensions = joined_by_or(self.read_extensions)
        raise ReadError(sentence(words, name=path.name, extensions=extensions), "format")

    def chosen(self, name: str | None, path: Path) -> Format:
        """Return the format in which a file is written: that of a name, else that of its extension.

        Parameters
        ----------
        name
            Name of a format; None or empty: by the extension.
        path
            The file, which need not exist.

        Returns
        -------
        Format
            One of the catalogue.

        Raises
        ------
        ParameterError
            There is none of this name, or nothing is written under the extension.
        """
        return self[name] if name else self.to_write(path)

    def to_write(self, path: Path) -> Format:
        """Return the format in which a file is written, by its extension.

        Parameters
        ----------
        path
            The file, which need not exist.

        Returns
        -------
        Format
            One that can write under this extension.

        Raises
        ------
        ParameterError
            Nothing is written under the extension.
        """
        form = self.find(path)
        if form is not None and form.can_write:
            form.check_extension(path.name)
            return form
        raise ParameterError(
            sentence(
                "Nothing is written under the extension of {name}; data are written as {extensions}: take "
                "one of these.",
                name=path.name,
                extensions=joined_by_or(self.written_extensions),
            ),
            "format",
        )


FORMATS = Formats(
    Csv(), Parquet(), Spss(), Stata(), SasTable(), SasTransport(), Excel(), RData(), FixedWidth()
)
"""All formats; a further one is one file with a subclass of `Format`, and its name here."""


def with_files_beside(path: Path) -> tuple[Path, ...]:
    """Return a file that is read, and those beside it that tell what it holds.

    Parameters
    ----------
    path
        Any file.

    Returns
    -------
    tuple[Path, ...]
        The file first.
    """
    form = FORMATS.find(path)
    return (path,) if form is None else (path, *form.beside(path))


def open_filter() -> str:
    """Return the filter of dialogs that open a data file.

    Returns
    -------
    str
        As Qt writes it: all that can be read, then an entry for each format.
    """
    patterns = _patterns(FORMATS.read_extensions)
    return ";;".join(
        [
            sentence("Data files ({patterns})", patterns=patterns),
            *(_entry(form.title, form.extensions) for form in FORMATS.readable),
            "All files (*)",
        ]
    )


def save_filter() -> str:
    """Return the filter of dialogs that save a data file.

    Returns
    -------
    str
        As Qt writes it: an entry for each format.
    """
    return ";;".join(_entry(form.title, form.written_extensions) for form in FORMATS.writable)


def _entry(title: str, extensions: tuple[str, ...]) -> str:
    return f"{title} ({_patterns(extensions)})"


def _patterns(extensions: tuple[str, ...]) -> str:
    return " ".join(f"*{ending}" for ending in extensions)


def described(options: FileOptions) -> dict[str, str]:
    """Return how a file is read in words for the reader: its format, then its options.

    Parameters
    ----------
    options
        Options of any format.

    Returns
    -------
    dict[str, str]
        Words by the name of the option.
    """
    title = "found by content and extension" if options.format == AUTO else FORMATS[options.format].title
    return {"format": title} | options.words()


def _restored(written: Any) -> Any:
    """Return options as their format reads them, from plain values."""
    if not isinstance(written, dict):
        return written
    name = written.get("format", AUTO)
    if not isinstance(name, str):
        raise ParameterError("The format of the data file must be text.", "format")
    form = FORMATS.default if name == AUTO else FORMATS[name]
    model = form.read_options or FileOptions
    if set(written) <= set(model.model_fields):
        return model(**written)
    # Written when all formats shared the options of text files.
    return form.for_reading(ReadOptions(**written), "The data file")


Reading = Annotated[SerializeAsAny[FileOptions], BeforeValidator(_restored)]
"""Options of reading as a document holds them: of the model of their format."""
