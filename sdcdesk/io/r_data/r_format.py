"""R: .rds, .RData and .rda, with labels, factors, dates and the missing values of haven; .rds is written."""

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import Progress
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.format import Content, Format, NoOptions
from sdcdesk.io.loss import Loss
from sdcdesk.io.options import AUTO
from sdcdesk.io.r_data.options import RDataOptions
from sdcdesk.io.r_data.reading import data_frames, read_r_data
from sdcdesk.io.r_data.unpacked import unpacked_begin
from sdcdesk.io.r_data.writing import r_losses, write_rds


class RData(Format):
    """A data frame of R."""

    name = "r"
    title = "R"
    extensions = (".rds", ".rdata", ".rda")
    read_only_extensions = frozenset({".rdata", ".rda"})
    beginnings = (
        b"RDX2\nX\n",
        b"RDX3\nX\n",
        b"RDA2\nA\n",
        b"RDA3\nA\n",
        b"X\n\0\0\0\x02",
        b"X\n\0\0\0\x03",
    )
    reading = (
        "Factors become text with their levels; labels and missing values of haven come from the file. Dates "
        "become text such as 2001-05-09, with times in UTC; lengths of time become seconds. Names of rows "
        "become an identifier."
    )
    read_options = RDataOptions
    write_options = NoOptions
    tells = frozenset({"scale"})
    keeps = frozenset(
        {
            "label",
            "unit",
            "categories",
            "missing",
            "missing_ranges",
            "lettered_missing",
            "value_labels",
            "display",
        }
    )

    def is_told_by(self, begin: bytes) -> bool:
        """Return whether a file is of R for sure, also where it is packed by gzip as R does."""
        return super().is_told_by(unpacked_begin(begin))

    def parts(self, path: Path, progress: Progress) -> dict[str, str]:
        """Return the data frames of an .RData file, and what stands for the one that is read by itself."""
        frames = data_frames(path, progress)
        return {AUTO: "the only data frame", **{name: name for name in frames}} if frames else {}

    def read(self, path: Path, requests: ColumnRequests, progress: Progress) -> Content:
        """Read a data frame; see `Format.read`."""
        return read_r_data(path, requests, progress, self.name)

    def losses(self, data: Microdata, options: Model, progress: Progress) -> Iterable[Loss]:
        """Find what a file would lack; see `Format.losses`."""
        yield from super().losses(data, options, progress)
        yield from r_losses(data)

    def write(self, data: Microdata, file: BinaryIO, options: Model, progress: Progress) -> None:
        """Write a data frame; see `write_rds`."""
        del options
        write_rds(data, file, progress)
