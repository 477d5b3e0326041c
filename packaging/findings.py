"""Findings of the check: what holds of the frozen program, and what does not."""

from __future__ import annotations

from dataclasses import dataclass, field

from stages import say


@dataclass(slots=True)
class Findings:
    """What holds and what does not."""

    failed: list[str] = field(default_factory=list)

    def add(self, title: str, detail: str = "", *, holds: bool = True) -> None:
        """Say what was found."""
        say(f"{'ok    ' if holds else 'FAILED'}  {title}{f': {detail}' if detail else ''}")
        if not holds:
            self.failed.append(title)
