"""Exit codes of the commands: 1 says that a file is unsafe, and nothing else says it."""

DONE, UNSAFE, WRONG, CANCELLED = 0, 1, 2, 3
DEFECT, NO_MEMORY = 70, 71

EXPLAINED = (
    "Exit codes: 0 done; 1 unsafe under the limits given (run, assess), or the masked file may not leave; "
    "2 wrong use or bad input, 3 cancelled, nothing was written; 70 a defect of the program; "
    "71 not enough memory."
)
