"""What a method reported of a variable, out of the table of all."""

import numpy as np

from sdcdesk.core.operations.masked import Masked


def number_of(masked: Masked, column: str, variable: str) -> float:
    """Return a number of the table of variables; NaN where it is not defined, or not reported."""
    table = masked.findings.tables.get("variables")
    if table is None or column not in table.frame or variable not in set(table.frame["variable"]):
        return float("nan")
    values = table.labelled_frame().set_index("variable")[column]
    return float(values.astype("Float64").to_numpy(np.float64, na_value=np.nan)[values.index == variable][0])
