"""Reading and writing data files: one file format, one file; labels and missing codes are kept."""

from sdcdesk.io.options import ReadOptions
from sdcdesk.io.reading import detect, read, read_with_options
from sdcdesk.io.writing import write

__all__ = ["ReadOptions", "detect", "read", "read_with_options", "write"]
