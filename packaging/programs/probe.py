"""Runs a script of the checks inside the frozen program: `probe SCRIPT [ARGUMENT ...]`. It is not shipped."""

import gc
import sys
from pathlib import Path

gc.disable()  # as in the window's own program
sys.argv = sys.argv[1:]
script = Path(sys.argv[0])
exec(compile(script.read_text(encoding="utf-8"), str(script), "exec"), {"__name__": "__main__"})  # noqa: S102
