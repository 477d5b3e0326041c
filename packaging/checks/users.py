"""Several users of one machine: each with data of their own, and none may write where the program lies."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from checks.frozen import PROJECT, same

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from checks.findings import Findings
    from checks.frozen import Frozen

USERS = (1234, 1235)
KEPT = (".config/SDCDesk", ".local/share/SDCDesk")
"""Folders of a home in which the program keeps settings, unsaved work and reports of problems."""


def check_users(program: Frozen, findings: Findings) -> None:
    """Let two users without rights work at the same time with one program that belongs to root."""
    if sys.platform != "linux" or os.geteuid() != 0:
        findings.pass_over("several users of one machine", "that needs Linux and the rights of root")
        return
    program.place.chmod(0o755)
    both = [program.at(f"user {number}", user=number) for number in USERS]
    before = _changes(program.folder)
    with ThreadPoolExecutor() as at_once:
        seen = list(at_once.map(lambda user: user.run(user.show(PROJECT, "safe.csv")), both))
    problem = "; ".join(each.stderr[-500:] for each in seen if each.returncode)
    exported = same(both[0].home / "safe.csv", both[1].home / "safe.csv")
    findings.add("two users at once export the same bytes", problem, holds=not problem and exported)
    findings.add("the folder of the program is as before", holds=_changes(program.folder) == before)
    for user in both:
        strange = [path.name for path in user.home.rglob("*") if path.lstat().st_uid != user.user]
        findings.add(f"all in the home of user {user.user} is theirs", ", ".join(strange), holds=not strange)
        shared = [path.name for path in readable_by_others(user.home / kept for kept in KEPT)]
        title = f"what is kept of user {user.user} nobody else can read"
        findings.add(title, ", ".join(shared), holds=not shared)


def readable_by_others(folders: Iterator[Path]) -> list[Path]:
    """Return the files that others than their owner can reach and read; a closed folder closes all in it."""
    found: list[Path] = []
    for folder in folders:
        if folder.is_dir() and folder.stat().st_mode & 0o011:
            entries = sorted(folder.iterdir())
            found += [path for path in entries if path.is_file() and path.stat().st_mode & 0o044]
            found += readable_by_others(path for path in entries if path.is_dir())
    return found


def _changes(folder: Path) -> set[tuple[str, int, int]]:
    return {(str(path), path.lstat().st_mtime_ns, path.lstat().st_size) for path in folder.rglob("*")}
