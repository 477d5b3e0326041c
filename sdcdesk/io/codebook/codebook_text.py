"""Text of a codebook that is read: of a size that one can be, and in UTF-8 or Windows-1252."""

from pathlib import Path

from sdcdesk.core.files.opening import opening
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.text.sentence import sentence

LARGEST = 200_000_000
"""Bytes of a file that may be a codebook."""


def codebook_bytes(path: Path) -> bytes:
    """Return the content of a codebook.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    bytes
        All of it.

    Raises
    ------
    ReadError
        It cannot be read, or is larger than codebooks are.
    """
    with opening(path), path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise ReadError(sentence("{name} is too large for a codebook; choose another file.", name=path.name))
    return content


def codebook_text(path: Path) -> str:
    """Return the text of a codebook.

    Parameters
    ----------
    path
        The file, in UTF-8 with or without a mark, UTF-16 with one, or Windows-1252.

    Returns
    -------
    str
        Without the mark.

    Raises
    ------
    ReadError
        It cannot be read, or holds no text.
    """
    content = codebook_bytes(path)
    marked = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = content.decode(encoding)
        except UnicodeError:
            continue
        if text.strip():
            return text
    raise ReadError(sentence("{name} holds no text of a codebook; choose another file.", name=path.name))
