"""Archive: the parts of a workbook that is packed as ZIP, checked before they are unpacked."""

import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO
from xml.etree import ElementTree

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.memory import require
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.excel.survey import DAMAGED, SecretError

_RATIO, _LARGE = 300, 1 << 28
"""A workbook whose parts are so many times, and more bytes, larger than in the file is a trap."""

_CHUNK = 1 << 20

_MANIFEST, _ENCRYPTION = "META-INF/manifest.xml", b"encryption-data"
"""What says of a workbook of LibreOffice that its other parts are encrypted."""

UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, ElementTree.ParseError, LookupError, EOFError, ValueError),
    *(NotImplementedError, OverflowError, RuntimeError, StopIteration),
)
"""What is raised of a workbook that is damaged."""

BOOKS = {"xl/workbook.xml": "xlsx", "xl/workbook.bin": "xlsb", "content.xml": "ods"}
"""Kinds of workbooks by the part that lists their sheets."""


def kind_of_archive(path: Path, content: BinaryIO) -> str:
    """Return which kind of workbook an archive is, if it is no trap.

    Parameters
    ----------
    path
        The file, for messages.
    content
        The file, open.

    Returns
    -------
    str
        "xlsx", "xlsb" or "ods".

    Raises
    ------
    ReadError
        It is none of them, damaged, or its parts are far larger than it.
    MemoryError
        They do not fit.
    SecretError
        It has a password.
    """
    content.seek(0)
    try:
        archive = zipfile.ZipFile(content)
        parts = archive.infolist()
        if _MANIFEST in archive.NameToInfo and _ENCRYPTION in archive.read(_MANIFEST):
            raise SecretError
    except UNREADABLE:
        raise ReadError(sentence(DAMAGED, name=path.name)) from None
    kinds = [kind for book, kind in BOOKS.items() if any(one.filename.lower() == book for one in parts)]
    if len(kinds) != 1:
        raise ReadError(sentence(DAMAGED, name=path.name))
    large = sum(part.file_size for part in parts)
    if large > _LARGE and large > _RATIO * max(sum(part.compress_size for part in parts), 1):
        words = (
            "{name} would be far larger in memory than it is; it is no workbook that a program has written."
        )
        raise ReadError(sentence(words, name=path.name))
    require(large)
    return kinds[0]


def sheet_part(archive: zipfile.ZipFile, book: str, place: int) -> str:
    """Return the name of the part that holds a sheet of a workbook which lists its sheets in XML.

    Parameters
    ----------
    archive
        The workbook.
    book
        The part that lists the sheets.
    place
        The place of the sheet among them.

    Returns
    -------
    str
        As the archive calls it.

    Raises
    ------
    LookupError, StopIteration
        There is none.
    """
    tree = tree_of(archive, book)
    sheet = [one for one in tree.iter() if _local(one.tag) == "sheet"][place]
    relation = next(value for key, value in sheet.attrib.items() if key.endswith("}id"))
    return related_part(archive, book, relation)


def related_part(archive: zipfile.ZipFile, book: str, relation: str) -> str:
    """Return the name of the part that a part refers to.

    Parameters
    ----------
    archive
        The workbook.
    book
        The part that refers to another.
    relation
        The name of the reference.

    Returns
    -------
    str
        As the archive calls it.

    Raises
    ------
    LookupError, StopIteration
        There is none.
    """
    folder, name = posixpath.split(book)
    relations = tree_of(archive, f"{folder}/_rels/{name}.rels")
    target = next(one.get("Target", "") for one in relations if one.get("Id") == relation)
    inner = posixpath.normpath(posixpath.join("/", folder, target.replace("\\", "/"))).lstrip("/")
    return member(archive, inner)


def member(archive: zipfile.ZipFile, name: str) -> str:
    """Return how an archive spells the name of a part; programs find parts whatever their capitals.

    Parameters
    ----------
    archive
        The workbook.
    name
        The name of a part.

    Returns
    -------
    str
        As the archive calls it.

    Raises
    ------
    StopIteration
        It has no such part.
    """
    return next(one for one in [name, *archive.namelist()] if one in archive.NameToInfo and _same(one, name))


def _same(one: str, other: str) -> bool:
    return one.lower() == other.lower()


def chunks(archive: zipfile.ZipFile, inner: str, progress: Progress) -> Iterator[bytes]:
    """Walk through a part in chunks.

    Parameters
    ----------
    archive
        The workbook.
    inner
        The part.
    progress
        Receives how far that is, and stops the work where the user asked to.

    Yields
    ------
    bytes
        One after the other.
    """
    size, read = max(archive.getinfo(inner).file_size, 1), 0
    with archive.open(inner) as part:
        while block := part.read(_CHUNK):
            read += len(block)
            progress.at(min(read / size, 1.0), "Reading")
            yield block


def tree_of(archive: zipfile.ZipFile, inner: str) -> ElementTree.Element:
    """Return a part as a tree.

    Parameters
    ----------
    archive
        The workbook.
    inner
        The part.

    Returns
    -------
    ElementTree.Element
        Its root.

    Raises
    ------
    ElementTree.ParseError
        It is no XML, or has a document type.
    """
    text = archive.read(member(archive, inner))
    if b"<!DOCTYPE" in text:  # no program writes one there, and it can make text without end
        raise ElementTree.ParseError
    return ElementTree.fromstring(text)  # noqa: S314 - without a document type there are no entities


def _local(tag: object) -> str:
    return str(tag).rpartition("}")[2]
