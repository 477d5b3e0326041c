"""Sets of files that take their places together, even where a process is killed between two of them.

No system renames several files in one instant. So before the first takes its place, a list of all is
written into each of their folders. Whoever writes there next finds the list of a process that is gone: where
a part of the set stands, the others are put beside it; where none does, none will.
"""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from sdcdesk.core.files.owned_file import ENDING, PREFIX, opened_here, own_left
from sdcdesk.core.files.unfinished import Unfinished, identity
from sdcdesk.core.text.sentence import sentence

LIST = f"{PREFIX}set-"
"""How the names of lists begin; they end as those of unfinished files do, and are swept like them."""


@dataclass(frozen=True, slots=True)
class _Member:
    """A file of a set, as its list tells it."""

    folder: str
    unfinished: str
    """Its name until it has its place."""
    target: str
    """The name of its place."""
    file: list[int]
    """What tells the file from any other, whatever its name."""
    before: list[int] | None
    """The same of the file that stood in its place; None: there was none."""
    mode: int
    """Permissions that it gets."""

    @property
    def place(self) -> Path:
        return Path(self.folder, self.target)

    @property
    def path(self) -> Path:
        return Path(self.folder, self.unfinished)

    def placed(self) -> bool:
        return identity(self.place) == self.file

    def waiting(self) -> bool:
        """Return whether the file still waits for its place."""
        return not self.placed() and identity(self.path) == self.file


@contextmanager
def listed(files: Sequence[Unfinished]) -> Iterator[None]:
    """Keep a list of complete files beside them while they take their places.

    Parameters
    ----------
    files
        All files of the set; one alone needs no list.

    Returns
    -------
    Iterator[None]
        A context in which the files take their places, or are taken back.
    """
    if len(files) < 2:
        yield
        return
    members = [
        asdict(
            _Member(
                str(file.target.parent),
                file.path.name,
                file.target.name,
                identity(file.path) or [],
                identity(file.target),
                file.mode(),
            )
        )
        for file in files
    ]
    folders = list(dict.fromkeys(file.target.parent for file in files))
    lists: list[tuple[Path, BinaryIO]] = []
    try:
        lists.extend(opened_here(folder, LIST) for folder in folders)
        content = json.dumps({"members": members, "lists": [str(path) for path, _ in lists]}).encode()
        for path, file in lists:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            _settle(path.parent)
        yield
    finally:
        for path, file in lists:
            # The files stand, or the first failure is what the user needs to know; a full disk says it again
            # when the file is closed.
            with suppress(OSError):
                file.close()
            with suppress(OSError):
                path.unlink()


def finish(folder: Path) -> list[str]:
    """Complete the sets of which killed processes of this user put only a part in its places.

    The others of a set follow only where all stands as the process left it: what somebody changed since
    stays as it is.

    Parameters
    ----------
    folder
        A folder that somebody is about to write into.

    Returns
    -------
    list[str]
        What was found and done, in a sentence for each such set.
    """
    told: list[str] = []
    with suppress(OSError), os.scandir(folder) as entries:
        lists = [
            entry.path for entry in entries if entry.name.startswith(LIST) and entry.name.endswith(ENDING)
        ]
        for path in sorted(lists):
            with suppress(OSError):
                told.extend(_finish(Path(path)))
    return told


def _finish(path: Path) -> Iterator[str]:
    """Complete the set of a list whose process is gone, and remove the list."""
    with own_left(path) as file:
        if file is None:
            return
        members, lists = _read(file.read())
        placed = [member for member in members if member.placed()]
        waiting = [member for member in members if member.waiting()]
        if placed and waiting:
            whole = len(placed) + len(waiting) == len(members)
            if whole and all(identity(member.place) == member.before for member in waiting):
                for member in waiting:
                    member.path.chmod(member.mode)
                    member.path.replace(member.place)
                yield sentence(
                    "A command that was killed had put only a part of its files in their places; {names} "
                    "followed now.",
                    names=_names(waiting),
                )
            else:
                missing = [member for member in members if member not in placed]
                yield sentence(
                    "A command that was killed has left {placed} without {missing}, which cannot follow any "
                    "more; make them again.",
                    placed=_names(placed),
                    missing=_names(missing),
                )
    for other in {path, *lists}:
        with suppress(OSError):
            other.unlink()


def _read(content: bytes) -> tuple[list[_Member], list[Path]]:
    """Return the files of a list, and where its copies are; nothing where it was never complete."""
    try:
        state: dict[str, Any] = json.loads(content)
        members = [_Member(**member) for member in state["members"]]
        lists = [Path(path) for path in state["lists"]]
        names = [*(member.unfinished for member in members), *(path.name for path in lists)]
        # Whoever may write such names here could have written the files themselves.
        if all(_is_ours(name) for name in names) and all(_is_name(member.target) for member in members):
            return members, lists
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return [], []


def _is_ours(name: str) -> bool:
    return _is_name(name) and name.startswith(PREFIX) and name.endswith(ENDING)


def _is_name(name: str) -> bool:
    return bool(name) and Path(name).name == name


def _names(members: Iterable[_Member]) -> str:
    return ", ".join(member.target for member in members)


def _settle(folder: Path) -> None:
    """Force the names in a folder to the disk, where a system does that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
