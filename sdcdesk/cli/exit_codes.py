"""Exit codes of the commands: 1 says that a file is unsafe, and nothing else says it."""

DONE, UNSAFE, WRONG, CANCELLED = 0, 1, 2, 3
DEFECT, NO_MEMORY = 70, 71

NOTHING_WRITTEN = "cancelled; nothing was written."

EXPLAINED = (
    "Exit codes: 0 done; 1 unsafe under the limits given (run, assess) or by its rules (table), an area left "
    "above the limit (areas), no recipe found that keeps the limits (suggest), or a file may not leave; 2 "
    "wrong use, bad input, or a result that cannot be written or printed; 3 cancelled; 70 a defect of the "
    "program; 71 not enough memory. With 2 and 3 no file was written but those that compare --partial and "
    "suggest --state keep, and what was printed before is not a result."
)
