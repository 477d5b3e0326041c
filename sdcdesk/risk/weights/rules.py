"""Rules of weights in words, with their sources, and corrections of what the papers print about them."""

from collections.abc import Mapping
from typing import NamedTuple

from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.weights.admissibility import Structure


class Rule(NamedTuple):
    """A rule in brief.

    Attributes
    ----------
    direction
        Along which cells it compares: "Along a row".
    words, formula
        What it asks for.
    """

    direction: str
    words: str
    formula: str


class Correction(NamedTuple):
    """A slip in print, and what is right.

    Attributes
    ----------
    place
        Paper, and matrix, equation or section.
    words
        What is printed, and what is right.
    """

    place: str
    words: str


class Section(NamedTuple):
    """A part of the explanation; the source may be empty.

    Attributes
    ----------
    title
        A noun phrase.
    words
        One paragraph.
    source
        Paper and section; empty where it is ours.
    """

    title: str
    words: str
    source: str


_ROW = Rule("Along a row", "The larger the group was, the less its records count.", "w₁₁ ≥ w₁₂ ≥ w₁₃ …")
_DIAGONAL = Rule("Along a diagonal", "Larger groups never count more than smaller ones.", "w₁₁ ≥ w₂₂ ≥ w₃₃ …")
_SHRUNK = Rule("Down a column", "The more of a group is released, the more its records count.", "w₁₂ ≤ w₂₂")
_GROWN = Rule(
    "Down a column", "The larger the released group, the less its records count.", "w₁₁ ≥ w₂₁ ≥ w₃₁ …"
)
_BOTH = Rule("Down a column", "Down to the diagonal weights rise, below it they fall.", "w₁₂ ≤ w₂₂ ≥ w₃₂ …")

RULES: Mapping[Structure, tuple[Rule, Rule, Rule]] = {
    "sampling": (_ROW, _SHRUNK, _DIAGONAL),
    "merging": (_ROW, _GROWN, _DIAGONAL),
    "general": (_ROW, _BOTH, _DIAGONAL),
}
"""Rules in brief: along rows, columns and diagonals."""

STRUCTURES: Mapping[Structure, str] = {
    "sampling": "Groups only shrink, as when some records are left out",
    "merging": "Groups only grow, as when values become coarser",
    "general": "Groups may shrink and grow",
}
"""Which kinds of record can occur, in words."""

TAILS: Mapping[float, str] = {
    0.0: "weigh nothing",
    1.0: "weigh as the largest shown",
    0.5: "half with every further person",
}
"""Usual tails, in words."""

TITLE = "The rules of weights, and what the papers print"

MEANING = (
    "A weight says how much a released record counts, by the number of records that share its key now "
    "(row i) and in the original (column j). The rules say that a record never counts more than one that is "
    "easier to recognise: else the weighted risk could rise where people became harder to find. With them "
    "DR_W always lies between the sure risk and the one with guessing."
)

SECTIONS = (
    Section(
        "Sampling: groups only shrink (i ≤ j)",
        "Along a row weights fall, for the larger the group was, the better a person hides in it: "
        "w₁₁ ≥ w₁₂ ≥ w₁₃ … Down a column they rise towards the diagonal, for the more of a group is "
        "released, the surer a link: w₁₃ ≤ w₂₃ ≤ w₃₃. Along a diagonal they fall: w₁₁ ≥ w₂₂ ≥ w₃₃ …, "
        "w₁₂ ≥ w₂₃ ≥ w₃₄ …",
        "Truta, Fotouhi and Barth-Jones 2004, section 2",
    ),
    Section(
        "Merging: groups only grow (i ≥ j)",
        "Down a column weights fall, for the larger the released group, the better a person hides in it: "
        "w₁₁ ≥ w₂₁ ≥ w₃₁ … Along a row they fall towards the diagonal: w₃₁ ≥ w₃₂ ≥ w₃₃. Along a diagonal "
        "they fall too.",
        "Truta, Fotouhi and Barth-Jones 2006, section 2",
    ),
    Section(
        "General: both",
        "For chains of steps of which some merge groups and some leave out records. Both triangles follow "
        "their rules, and share the diagonal.",
        "An extension of this program",
    ),
    Section(
        "Always",
        "No weight is negative, and w₁₁ is more than 0: the risk divides by it. The sum does not matter; "
        "the papers scale it to the number of records n.",
        "",
    ),
)
"""Rules at length."""

KINDS = Section(
    "How much each kind of record counts",
    "The weighted risk DR_W counts every released record with a weight: by the size of its group in the "
    "masked file (rows) and of the same person's group in the original (columns). Only ratios to the first "
    "weight matter. With all weights alike DR_W is the risk with guessing, with the first one alone it is "
    "the sure risk.",
    "Truta et al. 2004, section 2; 2006, section 2",
)
"""What the cells of a matrix are."""

SUM = Section(
    "Sum of the weights",
    "All weights of the matrix added up: one row for each size that a released group can have, one column "
    "for each in the original. The papers scale weights so that they sum to the number of records; the risk "
    "is the same with any sum, for it divides by the first weight.",
    "Truta et al. 2004, 2006",
)

MATRICES = Section(
    "Matrices",
    "All weight matrices of the project, each with the weighted risk that the masked file would have with "
    "it. The bar goes from the sure risk to the one with guessing: DR_W always lies between them. A scenario "
    "uses one matrix; the others are there to compare.",
    "Truta et al. 2004, section 2",
)

CORRECTIONS = (
    Correction(
        "2004, W2",
        sentence(
            "{printed} in every cell sums to 16, not to n = 10. There are 40 cells, so that {right} would. "
            "The risk is the same with either.",
            printed=0.4,
            right=0.25,
        ),
    ),
    Correction(
        "2006, W2",
        "2/7 in every cell sums to 72/7, not to n = 8. There are 36 cells, so that 2/9 would. The risk is "
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
"""Corrections of the papers, as far as they concern weights and risks; in the order of the papers."""
