"""Declared figures that several masking methods report."""

from sdcdesk.core.numbers.quantity import (
    CELLS,
    NUMBER,
    RECORDS,
    SHARE,
    VALUES,
    count_unit,
    variable_unit,
)
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.text.sentence import sentence

VALUES_CHANGED = Declared(
    "values_changed",
    "Values changed",
    VALUES,
    "Values of the variables of the step that are other ones after it; missing values are not counted.",
    better="less",
)

RECORDS_LEFT_OUT = Declared(
    "records_left_out",
    "Records left out",
    RECORDS,
    "Records of the file before the step that are none of the file after it.",
    better="less",
)

RECORDS_KEEPING_VALUES = Declared(
    "records_keeping_values",
    "Records keeping old values",
    RECORDS,
    "Records whose new values would break an edit rule that they kept before, with all that keep theirs for "
    "their sake.",
    better="less",
)

ROUNDS = Declared(
    "rounds",
    "Rounds",
    count_unit("round"),
    "How often records were looked for again, because those left out before made others unsafe.",
)

CELLS_BLANKED = Declared(
    "cells_blanked",
    "Cells blanked",
    CELLS,
    "Cells that lost their value in this step; those that were missing before are not counted.",
    better="less",
)

RECORDS_WITH_BLANKS = Declared(
    "records_with_blanks",
    "Records with a blank",
    RECORDS,
    "Records of which at least one cell lost its value in this step.",
    better="less",
)

CORRELATION = Declared(
    "correlation_with_original",
    "Correlation with original",
    NUMBER,
    "Between the values of the variable before the step and after it, of records that have one.",
)

RECOVERABLE_VARIANCE = Declared(
    "recoverable_variance",
    "Recoverable variance",
    variable_unit(power=2),
    "What analysts who know the variance of the noise estimate of the variance before the step.",
)

RECORDS_KEPT = Declared(
    "records_kept",
    "Records kept",
    RECORDS,
    "Records in the sample.",
    better="more",
)

SAMPLING_FACTOR = Declared(
    "sampling_factor",
    "Sampling factor",
    SHARE,
    "Records in the sample, divided by those of the file before the step.",
)

INCLUSION_PROBABILITY = Declared(
    "inclusion_probability",
    "Inclusion probability",
    SHARE,
    "That a record of the file before the step is in the sample: the same for all.",
)

EXPECTED_RECORDS = Declared(
    "expected_records",
    "Expected records",
    NUMBER,
    "Mean number of records of samples that are drawn as this one.",
)

MARGIN_OF_ERROR = Declared(
    "margin_of_error",
    "Margin of error",
    SHARE,
    sentence(
        "{z}·√({quarter}/t·(1 − t/n)), t being the records kept, as of a simple random sample of that "
        "size: half the width of the 95 % confidence interval of a percentage estimated from the sample, "
        "at the worst case of 50 %. Not defined for an empty sample.",
        z=1.96,
        quarter=0.25,
    ),
    better="less",
)

RECORDS_LEFT_ALONE = Declared(
    "records_left_as_they_were",
    "Records left as they were",
    RECORDS,
    "Records of which no value moved, or that lack a value of variables that are masked together.",
    better="less",
)

VALUES_BEFORE = Declared(
    "values_before",
    "Different values before",
    VALUES,
    "Values that occur before the step; missing ones are not counted.",
)

VALUES_AFTER = Declared(
    "values_after",
    "Different values after",
    VALUES,
    "Values that occur after the step; missing ones are not counted.",
    better="more",
)
