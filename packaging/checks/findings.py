"""Findings of the check: what holds of the frozen program, what does not, and what could not be looked at."""

from __future__ import annotations

from dataclasses import dataclass, field

from stages import print_progress


@dataclass(slots=True)
class Findings:
    """What holds, what does not, and what was passed over."""

    failed: list[str] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)

    def add(self, title: str, detail: str = "", *, holds: bool = True) -> None:
        """Say what was found."""
        print_progress(f"{'ok    ' if holds else 'FAILED'}  {title}{f': {detail}' if detail else ''}")
        if not holds:
            self.failed.append(title)

    def pass_over(self, title: str, why: str) -> None:
        """Say what cannot be looked at here, and why: it neither holds nor fails."""
        print_progress(f"  --    {title}: not looked at, {why}")
        self.passed_over.append(title)

    def summary(self) -> str:
        """Return the last line of the check."""
        text = f"Failed: {', '.join(self.failed)}." if self.failed else "Everything that was looked at holds."
        return f"{text} Not looked at: {', '.join(self.passed_over)}." if self.passed_over else text
