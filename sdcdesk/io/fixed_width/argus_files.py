"""Files of μ-ARGUS beside a data file, as they are written: its description, and lists of codes."""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.running.progress import Progress
from sdcdesk.io.fixed_width.layout import Placed, placed
from sdcdesk.io.fixed_width.writing import LINE_END, chosen_encoding

DESCRIPTION, CODES = ".rda", ".cdl"
"""Endings of the files."""


def code_lists(variables: Sequence[Variable], path: Path) -> dict[str, Path]:
    """Return the lists of codes of the variables whose codes have labels.

    Parameters
    ----------
    variables
        What is written.
    path
        The data file.

    Returns
    -------
    dict[str, Path]
        By the name of the variable: people_sex.cdl beside people.asc; a name that no file can have on some
        system is its number.
    """
    found: dict[str, Path] = {}
    taken: set[str] = set()
    stem = re.sub(r'[\x00-\x1f"*/:<>?\\|]', "_", path.stem)
    for number, variable in enumerate(variables, 1):
        if variable.value_labels:
            plain = re.fullmatch(r"[A-Za-z0-9_]{1,64}", variable.name) and not variable.name.isdecimal()
            own = variable.name if plain and variable.name.lower() not in taken else str(number)
            taken.add(own.lower())
            found[variable.name] = path.with_name(f"{stem}_{own}{CODES}")
    return found


def write_beside(
    data: Microdata, path: Path, encoding: str, progress: Progress
) -> dict[Path, Callable[[], bytes]]:
    """Return what makes the content of each file beside a data file.

    Parameters
    ----------
    data
        What is written.
    path
        The data file.
    encoding
        Character encoding of the data file, as it was asked for.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    dict[Path, Callable[[], bytes]]
        The description first, which names the lists.
    """
    lists = code_lists(data.variables, path)
    made: list[tuple[list[Placed], str]] = []

    def laid_out() -> tuple[list[Placed], str]:
        if not made:
            fields = placed(data, progress)
            used = chosen_encoding(data, fields, encoding, progress)
            # Readers find out on their own how these are encoded: UTF-8, or Windows-1252.
            made.append((fields, used if used == "cp1252" else "utf-8"))
        return made[0]

    def description() -> bytes:
        fields, used = laid_out()
        return _encoded(_description(fields, lists), used)

    def codes(name: str) -> Callable[[], bytes]:
        def content() -> bytes:
            fields, used = laid_out()
            return _encoded(_codes(next(one for one in fields if one.variable.name == name)), used)

        return content

    return {path.with_suffix(DESCRIPTION): description} | {file: codes(name) for name, file in lists.items()}


def _encoded(text: str, encoding: str) -> bytes:
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:  # the name of the data file, which the lists have
        return text.encode()


def _description(fields: Iterable[Placed], lists: dict[str, Path]) -> str:
    lines: list[str] = []
    for one in fields:
        field = one.field
        missing = (f' "{_in_field(one, code)}"' for code in field.missing)
        lines.append(f"{_token(field.name)} {field.start} {field.length}{''.join(missing)}")
        if not field.numeric and field.role is Role.OTHER:
            lines.append("    <RECODABLE>")
        if field.labels:
            lines.append(f'    <CODELIST> "{lists[one.variable.name].name}"')
        if field.numeric:
            lines.append("    <NUMERIC>")
        if field.decimals:
            lines.append(f"    <DECIMALS> {field.decimals}")
        if field.role in _ROLES:
            lines.append(f"    {_ROLES[field.role]}")
    return "".join(f"{line}{LINE_END}" for line in lines)


_ROLES = {Role.WEIGHT: "<WEIGHT>", Role.HOUSEHOLD: "<HOUSE_ID>"}
"""What is said of roles: those that tell how to use a file, not what an intruder is thought to know."""


def _token(name: str) -> str:
    return f'"{name}"' if re.search(r"\s", name) else name


def _in_field(field: Placed, code: str) -> str:
    """Return a code as it stands in its field, blanks included."""
    length = field.field.length
    return code.rjust(length) if field.extent.numeric else code.ljust(length)


def _codes(field: Placed) -> str:
    cells = ((_in_field(field, str(one.value)), one.label) for one in field.field.labels)
    return "".join(f"{_quoted(code, ',')},{_quoted(label, '')}{LINE_END}" for code, label in cells)


def _quoted(text: str, sign: str) -> str:
    """Return text between quotation marks where it has some itself, or the sign that divides."""
    return '"{}"'.format(text.replace('"', '""')) if '"' in text or (sign and sign in text) else text
