"""Store of the codes of a file in DuckDB, an embedded engine: in a private folder, without any network."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from sdcdesk.core.files.private_folder import private_folder
from sdcdesk.core.running.errors import DataError, ParameterError, WriteError
from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.coded_file import CodedFile

if TYPE_CHECKING:
    import duckdb

MEMORY = 1 << 30
"""Bytes that the engine keeps in memory; the rest goes to the private folder."""

THREADS = 2
"""Threads of the engine: each takes memory of its own."""

ROWS = 1 << 18
"""Rows of an answer that are fetched at once."""

TABLE = "CREATE TABLE file ({columns})"

NOT_INSTALLED = (
    "The engine duckdb is not installed: in an environment of Python install it by pip install "
    "sdcdesk[large]; the program of the installer comes without it, so read only some columns or a random "
    "sample of the file there."
)

_OFTEN = 0.1
"""Seconds between two looks whether to stop."""

_FULL = ("no space left", "max_temp_directory_size", "disk full", "file too large")


@dataclass(frozen=True, slots=True)
class Resources:
    """What the engine may take.

    Attributes
    ----------
    memory
        Bytes of memory.
    threads
        Threads.
    disk
        Bytes on disk for what does not fit; None: nine tenths of what is free there.
    folder
        Where its private folder is made; None: the system's folder for temporary files.
    """

    memory: int = MEMORY
    threads: int = THREADS
    disk: int | None = None
    folder: Path | None = None


class DuckDbStore:
    """The codes of a file in a table of DuckDB; made by `stored`.

    Parameters
    ----------
    connection
        Open, with the limits that the engine keeps.
    file
        The file whose codes it holds.
    folder
        Its private folder.
    """

    def __init__(self, connection: "duckdb.DuckDBPyConnection", file: CodedFile, folder: Path) -> None:
        self._connection, self.file, self.folder = connection, file, folder
        self._column = {name: f"c{place}" for place, name in enumerate(file.categories)}

    def column(self, name: str) -> str:
        """Return the column that holds the codes of a variable.

        Parameters
        ----------
        name
            A variable of the file.

        Returns
        -------
        str
            For SQL. A missing value is one code more than there are values.

        Raises
        ------
        DataError
            The variable was not read.
        """
        if name not in self._column:
            words = "{name} was not read to be counted; name it as a key or as a confidential variable."
            raise DataError(sentence(words, name=name), name)
        return self._column[name]

    def fill(self, progress: Progress) -> None:
        """Put the codes of all records into the table `file`.

        Parameters
        ----------
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Raises
        ------
        Cancelled
            The user asked to stop.
        WriteError
            The disk is full.
        """
        sizes = {name: len(values) for name, values in self.file.categories.items()}
        kinds = {name: np.min_scalar_type(size) for name, size in sizes.items()}
        columns = ", ".join(f"{self._column[name]} {_sql(kind)}" for name, kind in kinds.items())
        with self._working(progress):
            self._connection.execute(TABLE.format(columns=columns))
            self._connection.execute("BEGIN")
        for codes in self.file.batches(progress):
            table = pa.table(
                {
                    self._column[name]: np.where(codes[name] < 0, size, codes[name]).astype(kinds[name])
                    for name, size in sizes.items()
                }
            )
            with self._working(progress):
                self._connection.register("batch", table)
                self._connection.execute("INSERT INTO file SELECT * FROM batch")
                self._connection.unregister("batch")
        with self._working(progress):
            self._connection.execute("COMMIT")

    def rows(self, query: str, progress: Progress = SILENT) -> list[tuple[Any, ...]]:
        """Ask for a small answer.

        Parameters
        ----------
        query
            SQL.
        progress
            Asked whether to stop.

        Returns
        -------
        list[tuple]
            All rows.

        Raises
        ------
        Cancelled
            The user asked to stop.
        WriteError
            The disk is full.
        """
        with self._working(progress):
            found: list[tuple[Any, ...]] = self._connection.execute(query).fetchall()
        return found

    def batches(self, query: str, progress: Progress = SILENT) -> Iterator[list[np.ndarray]]:
        """Ask for an answer that may be long.

        Parameters
        ----------
        query
            SQL; its columns hold whole numbers.
        progress
            Asked whether to stop.

        Yields
        ------
        list[np.ndarray]
            Columns of some of its rows, int64 (m,) each.

        Raises
        ------
        Cancelled
            The user asked to stop.
        WriteError
            The disk is full.
        """
        with self._working(progress):
            reader = self._connection.sql(query).to_arrow_reader(ROWS)
        while True:
            with self._working(progress):
                batch = next(reader, None)
            if batch is None:
                return
            yield [column.to_numpy(zero_copy_only=False).astype(np.int64) for column in batch.columns]

    @contextmanager
    def _working(self, progress: Progress) -> Iterator[None]:
        """Stop the engine as soon as the user asks to, and say in a sentence what it lacks."""
        import duckdb

        over = threading.Event()
        watching = threading.Thread(target=self._watch, args=(progress, over), daemon=True)
        progress.check()
        watching.start()
        try:
            yield
        except duckdb.Error as error:
            progress.check()
            if isinstance(error, duckdb.InterruptException):
                raise Cancelled from None
            _raise_lacking(error, self.folder)
            raise
        except pa.ArrowException as error:  # what the engine says while an answer is fetched
            progress.check()
            _raise_lacking(error, self.folder)
            raise
        finally:
            over.set()
            watching.join()
        progress.check()

    def _watch(self, progress: Progress, over: threading.Event) -> None:
        while not over.wait(_OFTEN):
            if progress.cancelled():
                self._connection.interrupt()


@contextmanager
def stored(
    file: CodedFile, progress: Progress = SILENT, resources: Resources | None = None
) -> Iterator[DuckDbStore]:
    """Put the codes of a file into a store that is gone at the end.

    Parameters
    ----------
    file
        The file.
    progress
        Receives the share that is done, and stops the work where the user asked to.
    resources
        What the engine may take.

    Returns
    -------
    Iterator[DuckDbStore]
        A context with the store.

    Raises
    ------
    ParameterError
        DuckDB is not installed.
    WriteError
        The folder for temporary files is full, or others may read it.
    Cancelled
        The user asked to stop.
    """
    require_engine()
    resources = resources or Resources()
    with private_folder(resources.folder) as folder:
        connection = _opened(folder, resources)
        try:
            store = DuckDbStore(connection, file, folder)
            store.fill(progress)
            yield store
        finally:
            connection.close()


def require_engine() -> None:
    """Raise `ParameterError` where DuckDB is not installed; that is asked before a file is read.

    Raises
    ------
    ParameterError
        The sentence says how it is installed.
    """
    try:
        import duckdb  # noqa: F401 - late, for it is optional and large
    except ImportError:
        raise ParameterError(NOT_INSTALLED, "engine") from None


def _opened(folder: Path, resources: Resources) -> "duckdb.DuckDBPyConnection":
    """Open the engine: it reads and writes nothing but its folder, and loads nothing."""
    import duckdb

    limits: dict[str, str | bool | int | float | list[str]] = {
        "threads": resources.threads,
        "memory_limit": f"{resources.memory} B",
        "temp_directory": str(folder / "spill"),
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
    }
    if resources.disk is not None:
        limits["max_temp_directory_size"] = f"{resources.disk} B"
    connection = duckdb.connect(str(folder / "codes.duckdb"), config=limits)
    # Only when its folder is known: afterwards it is told nothing any more, by nobody.
    for setting in (
        "enable_progress_bar = false",
        "enable_external_access = false",
        "lock_configuration = true",
    ):
        connection.execute("SET " + setting)
    return connection


def _sql(kind: np.dtype) -> str:
    """Return the type of a column of codes from 0 on."""
    return {1: "UTINYINT", 2: "USMALLINT", 4: "UINTEGER"}[kind.itemsize]


def _raise_lacking(error: Exception, folder: Path) -> None:
    """Raise what a user is told where the engine lacks disk or memory."""
    message = str(error).casefold()
    if any(words in message for words in _FULL):
        words = (
            "The folder for temporary files, {parent}, is full; free some space there, or choose another by "
            "the environment variable TMPDIR."
        )
        raise WriteError(sentence(words, parent=str(folder.parent))) from None
    if "out of memory" in message or "bad_alloc" in message:
        raise MemoryError from None
