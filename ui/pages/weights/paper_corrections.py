"""Corrections of the papers, as far as they concern weights and the risks made of them."""

from typing import NamedTuple


class Correction(NamedTuple):
    """A slip, and what is right."""

    place: str
    words: str


CORRECTIONS = (
    Correction(
        "2004, W2",
        "0.4 in every cell sums to 16, not to n = 10. There are 40 cells, so that 0.25 would. The risk is "
        "the same with either.",
    ),
    Correction(
        "2006, W2",
        "2/7 in every cell sums to 10.29, not to n = 8. There are 36 cells, so that 2/9 would. The risk is "
        "the same with either.",
    ),
    Correction("2006, formula (4)", "m stands where n is meant, and the factor 1/k is missing."),
    Correction("2006, section 2", "“When c₁₁ = n” means w₁₁ = n."),
    Correction(
        "2006, section 4",
        "“DR_min = 0 if and only if the file is 2-anonymous” needs groups that did not shrink (i ≥ j for all "
        "records). DR_min is 0 for every file with k of 2 or more; of a sample the converse does not hold.",
    ),
    Correction(
        "2006, weights for k-anonymity",
        "Weight on the first k rows is one row too many: groups of k are k-anonymous, so that the first "
        "k − 1 rows are meant.",
    ),
    Correction("2006, figure 4", "Every table is headed “Initial Microdata”, the masked ones too."),
    Correction("2006, figure 5", "f is printed where F, the frequencies of the initial file, is meant."),
)
"""In the order of the papers."""
