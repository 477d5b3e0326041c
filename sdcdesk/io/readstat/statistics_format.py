"""Format of a statistics program: how files of SPSS, Stata and SAS are read by ReadStat."""

from pathlib import Path
from typing import Any, ClassVar, cast

from sdcdesk.core.running.progress import Progress
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.format import Content, Format, Preview
from sdcdesk.io.readstat.dialect import Dialect
from sdcdesk.io.readstat.options import StatisticsOptions
from sdcdesk.io.readstat.reading import Reader, StatisticsFile, read_statistics_file


class StatisticsFormat(Format):
    """A format of SPSS, Stata or SAS.

    Attributes
    ----------
    dialect
        How the program spells formats.
    user_missing
        Whether the library is asked for missing values as the file tells them, with their codes or letters.
    """

    read_options = StatisticsOptions
    samples = True
    dialect: ClassVar[Dialect]
    user_missing: ClassVar[bool] = True

    def read(self, path: Path, requests: ColumnRequests, progress: Progress) -> Content:
        """Read a file; see `Format.read`."""
        return self._file(path, requests, progress).content(requests, self.name, progress)

    def preview(self, path: Path, requests: ColumnRequests, records: int, progress: Progress) -> Preview:
        """Read the first records without reading the others."""
        found = self._file(path, requests, progress, row_limit=records + 1)
        return found.preview(requests, self.name, records, progress)

    def _file(self, path: Path, requests: ColumnRequests, progress: Progress, **how: Any) -> StatisticsFile:
        how["encoding"] = cast(StatisticsOptions, requests.options).library_encoding()
        if self.user_missing:
            how["user_missing"] = True
        reader = self._reader(path.name)
        return read_statistics_file(path, requests, progress, reader, self.dialect, self.title, **how)

    def _reader(self, file: str) -> Reader:
        """Return the function that reads a file of this name; what it needs of the library comes in late."""
        raise NotImplementedError
