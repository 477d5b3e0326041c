"""Runs a script of the checks inside the frozen program: `probe SCRIPT [ARGUMENT ...]`. It is not shipped."""

import sys
from pathlib import Path

sys.argv = sys.argv[1:]
script = Path(sys.argv[0])
exec(compile(script.read_text(encoding="utf-8"), str(script), "exec"), {"__name__": "__main__"})  # noqa: S102
