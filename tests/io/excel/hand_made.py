"""Hand-made workbooks of the kinds that no library here writes: .ods, .xlsb and .xls."""

import struct
import zipfile
from pathlib import Path

OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
SECTOR = 512
END, FREE, TABLE_OF_SECTORS = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD

Cell = tuple[int, int, float]


def number(value: float, attributes: str = "") -> str:
    return (
        f'<table:table-cell office:value-type="float" office:value="{value}"{attributes}>'
        f"<text:p>{value}</text:p></table:table-cell>"
    )


def word(text: str) -> str:
    return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'


def ods(path: Path, rows: list[list[str]], row_attributes: str = "") -> Path:
    lines = "".join(f"<table:table-row{row_attributes}>{''.join(row)}</table:table-row>" for row in rows)
    spaces = f'xmlns:office="{OFFICE}" xmlns:table="{TABLE}" xmlns:text="{TEXT}" xmlns:calcext="urn:c"'
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        book.writestr("META-INF/manifest.xml", "<manifest/>")
        book.writestr(
            "content.xml",
            f'<?xml version="1.0"?><office:document-content {spaces}><office:body><office:spreadsheet>'
            f'<table:table table:name="Data">{lines}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )
    return path


def _record(kind: int, content: bytes) -> bytes:
    """Return a record of .xlsb."""
    first = bytes([kind]) if kind < 128 else bytes([kind & 0x7F | 0x80, kind >> 7])
    return first + bytes([len(content)]) + content


def _wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xlsb(path: Path, words: list[str], cells: list[Cell], more: bytes = b"") -> Path:
    """Write a first row of words, then numbers by their row and column."""
    sheet = (
        _record(129, b"")
        + _record(148, struct.pack("<4I", 0, 9, 0, 9))
        + _record(145, b"")
        + _record(0, struct.pack("<I", 0) + bytes(13))
    )
    for column, text in enumerate(words):
        sheet += _record(6, struct.pack("<II", column, 0) + _wide(text))
    for row, column, value in cells:
        sheet += _record(0, struct.pack("<I", row) + bytes(13))
        sheet += _record(5, struct.pack("<IId", column, 0, value))
    sheet += more + _record(146, b"") + _record(130, b"")
    book = _record(131, b"") + _record(143, b"")
    book += _record(156, struct.pack("<II", 0, 1) + _wide("rId1") + _wide("Data"))
    book += _record(144, b"") + _record(132, b"")
    relations = (
        '<Relationships><Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.bin"/>'
        "</Relationships>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.bin", book)
        archive.writestr("xl/_rels/workbook.bin.rels", relations)
        archive.writestr("xl/worksheets/sheet1.bin", sheet)
    return path


def error_of_xlsb(row: int, column: int) -> bytes:
    return _record(0, struct.pack("<I", row) + bytes(13)) + _record(3, struct.pack("<IIB", column, 0, 0x2A))


def merge_of_xlsb(row: int, last_row: int) -> bytes:
    return _record(176, struct.pack("<4I", row, last_row, 0, 0))


def _biff(kind: int, content: bytes) -> bytes:
    return struct.pack("<HH", kind, len(content)) + content


def xls(
    path: Path,
    words: list[str],
    cells: list[Cell],
    more: bytes = b"",
    size: tuple[int, int] = (9, 9),
    of_book: bytes = b"",
) -> Path:
    """Write a first row of words, then numbers by their row and column."""
    begin = struct.pack("<HHHHII", 0x0600, 0x0005, 0, 0, 0, 0)
    name = b"\x04\0Data"
    book = _biff(0x0809, begin) + of_book + _biff(0x0042, b"\xb0\x04")
    ahead = len(book) + 4 + 6 + len(name) + 4
    book += _biff(0x0085, struct.pack("<IBB", ahead, 0, 0) + name) + _biff(0x000A, b"")
    sheet = _biff(0x0809, begin[:2] + b"\x10\0" + begin[4:])
    sheet += _biff(0x0200, struct.pack("<IIHHH", 0, size[0], 0, size[1], 0))
    for column, text in enumerate(words):
        sheet += _biff(0x0204, struct.pack("<HHHHB", 0, column, 0, len(text), 0) + text.encode("latin-1"))
    for row, column, value in cells:
        sheet += _biff(0x0203, struct.pack("<HHHd", row, column, 0, value))
    path.write_bytes(compound(book + sheet + more + _biff(0x000A, b"")))
    return path


def error_of_xls(row: int, column: int) -> bytes:
    return _biff(0x0205, struct.pack("<HHHBB", row, column, 0, 0x2A, 1))


def compound(stream: bytes, name: str = "Workbook") -> bytes:
    """Return a compound file with one stream: its header, the table of sectors, the directory, the stream."""
    stream = stream.ljust(4096, b"\0")
    count = -(-len(stream) // SECTOR)
    table = [TABLE_OF_SECTORS, END, *range(3, count + 2), END]
    table += [FREE] * (SECTOR // 4 - len(table))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<IIIIIIIIII", 0, 1, 1, 0, 4096, END, 0, END, 0, 0)
    header += struct.pack("<108I", *([FREE] * 108))
    entries = _entry("Root Entry", 5, 1, END, 0) + _entry(name, 2, FREE, 2, len(stream))
    body = struct.pack(f"<{len(table)}I", *table) + entries.ljust(SECTOR, b"\0")
    return header + body + stream.ljust(count * SECTOR, b"\0")


def _entry(name: str, kind: int, child: int, start: int, length: int) -> bytes:
    spelled = (name + "\0").encode("utf-16-le")
    entry = spelled.ljust(64, b"\0") + struct.pack("<HBBIII", len(spelled), kind, 1, FREE, FREE, child)
    return entry + bytes(36) + struct.pack("<IQ", start, length)


SECRET_OF_XLS = _biff(0x002F, bytes(54))
