"""Reading and writing data files: one file format, one file; labels and missing codes are kept."""

from sdcdesk.io.codebook.codebooks import CODEBOOKS, read_codebook
from sdcdesk.io.codebook.writing import write_codebook
from sdcdesk.io.counted_file import counted
from sdcdesk.io.csv.options import ReadOptions, WriteOptions
from sdcdesk.io.format import Format, Preview
from sdcdesk.io.formats import FORMATS
from sdcdesk.io.options import FileOptions
from sdcdesk.io.reading import FileRead, detect, parts, preview, read, read_file
from sdcdesk.io.writing import write

__all__ = [
    "CODEBOOKS",
    "FORMATS",
    "FileOptions",
    "FileRead",
    "Format",
    "Preview",
    "ReadOptions",
    "WriteOptions",
    "counted",
    "detect",
    "parts",
    "preview",
    "read",
    "read_codebook",
    "read_file",
    "write",
    "write_codebook",
]
