"""The card with the paper's own example: files of the same k whose risks differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLayout, QVBoxLayout

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import Progress
from sdcdesk.core.variable import Role
from sdcdesk.inspection.profile.numbers import value_text
from sdcdesk.risk import TRUTA_2006, DisclosureRisk
from sdcdesk.risk.anonymity.truta_2006 import microaggregated, patients, people
from sdcdesk.risk.anonymity.weighted_risk import AnonymityAndRisk, compare_anonymity
from ui.plots.banded_table import BandedTable
from ui.widgets.card import Card
from ui.widgets.figure import FigureValue
from ui.widgets.label import label, rich_label
from ui.widgets.numbers import count, percent
from ui.widgets.what_is_this import Explanation, explain

FILES = {"MM1": "Means of 2 ages", "MM2": "Means of 4 ages", "MM3": "Means of 8 ages"}
"""The paper's masked files, and what was done to them."""

PATIENTS = "Table 1"
"""The file of the patients."""

SOURCE = "Truta et al. 2006, section 4, Figures 4 and 5, Table 3"

ABOUT = Explanation(
    "Same k, different risk",
    "Eight people, each alone by age and sex. Their ages are replaced by the means of two, four or eight "
    "neighbours. Every masked file has a group of two and none smaller, so k is 2 in all; the risks know "
    "that the other groups are larger. In the table at the right k is 2 as well, and yet the illness of the "
    "men of 20 is known to whoever knows that they are in the file.",
    source=SOURCE,
)

_RISKS = {
    "dr_min": "DR<sub>min</sub>",
    "dr_max": "DR<sub>max</sub>",
    "dr_weighted": "DR<sub>W</sub>",
}

_MEANINGS = {
    "dr_min": "Records that are alone in both files: none. The paper says that DR_min is 0 if and only if "
    "the file is 2-anonymous, which holds where groups only grow.",
    "dr_max": "Every record, divided by the size of its group in the masked file.",
    "dr_weighted": "With the paper's weights W3: groups of two count half as much as people who are alone, "
    "larger ones not at all.",
}


@dataclass(frozen=True)
class Example:
    """One masked file of the paper, as the engine finds it.

    Attributes
    ----------
    masked
        The file, its records ordered so that groups stand together.
    groups
        Group of each record, 0, 1, …
    sizes
        Size of each record's group.
    found
        What was found for k = 2.
    """

    masked: Microdata
    groups: tuple[int, ...]
    sizes: tuple[int, ...]
    found: AnonymityAndRisk


def examples(progress: Progress) -> dict[str, Example]:
    """Assess the paper's files: MM1 to MM3 with its weights W3, and the patients of its Table 1."""
    measure = DisclosureRisk(weights=TRUTA_2006["W3"])
    pairs = {name: (people(), masked) for name, masked in microaggregated().items()}
    pairs[PATIENTS] = (patients(), patients())
    found = {}
    for name, share in progress.over(tuple(pairs), "The paper's example"):
        share.at(0.0)
        original, masked = pairs[name]
        assessment = measure.assess(original, masked)
        keys = list(zip(*(masked.column(key) for key in masked.named(Role.KEY)), strict=True))
        first = {key: place for place, key in reversed(tuple(enumerate(keys)))}
        order = sorted(range(len(keys)), key=lambda place: first[keys[place]])
        groups = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        found[name] = Example(
            masked.take(np.array(order, dtype=np.int64)),
            tuple(groups[keys[place]] for place in order),
            tuple(int(assessment.record("f")[place]) for place in order),
            compare_anonymity(assessment, 2),
        )
    return found


class ExampleCard(Card):
    """The paper's files beside one another, each with its k and its risks."""

    def __init__(self) -> None:
        super().__init__("Same k, different risk")
        self.set_note("the example of Truta, Fotouhi and Barth-Jones, 2006")
        self._found: dict[str, Example] = {}
        names = (*FILES, PATIENTS)
        self.tables = {
            name: BandedTable(FILES[name], ("Age", "Sex", "Group of"), words=(1,)) for name in FILES
        }
        self.tables[PATIENTS] = BandedTable(PATIENTS, ("Age", "Sex", "Illness", "Group of"), words=(1, 2))
        self.k = {name: FigureValue(f"k of {name}") for name in names}
        self.risks = {(name, risk): FigureValue(f"{risk} of {name}") for name in FILES for risk in _RISKS}
        self.shared = FigureValue("Records that share their illness with their group")
        self._arrange()
        self._connect()
        self.show_empty("Computing the example…")

    def show_examples(self, found: dict[str, Example]) -> None:
        """Show the files and what was found in them."""
        self._found = found
        for name, example in found.items():
            columns = ("Age", "Sex", "Illness") if name == PATIENTS else ("Age", "Sex")
            cells = [[value_text(value) for value in example.masked.column(one).tolist()] for one in columns]
            sizes = [count(size) for size in example.sizes]
            self.tables[name].set_rows(tuple(zip(*cells, sizes, strict=True)), example.groups)
            self.k[name].set_value(str(example.found.after.smallest))
            if name in FILES:
                for risk in _RISKS:
                    value = getattr(example.found.missed_by_risk, risk)
                    self.risks[name, risk].set_value(percent(value))
        last = found[PATIENTS]
        shared = len(last.found.missed_by_anonymity.attribute.rows)
        self.shared.set_value(f"{count(shared)} of {count(len(last.masked))}")
        self.show_content()

    def _explain_k(self, name: str) -> None:
        sizes = sorted(set(self._found[name].sizes))
        rows = [
            (f"Records in groups of {size}", count(self._found[name].sizes.count(size))) for size in sizes
        ]
        rows.append(("Smallest group, k", str(sizes[0])))
        paragraph = (
            "The smallest number of records that have the same age and sex, which is all that k counts."
        )
        if name == PATIENTS:
            paragraph = paragraph.replace("age and sex", "age, zip and sex")
        source = SOURCE if name in FILES else "Truta et al. 2006, section 3, Table 1"
        explain(self.k[name], Explanation(f"k of {name}", paragraph, tuple(rows), source=source))

    def _explain_risk(self, name: str, risk: str) -> None:
        example = self._found[name]
        value = percent(getattr(example.found.missed_by_risk, risk))
        rows = [
            (f"Records in groups of {size}, alone before", count(example.sizes.count(size)))
            for size in sorted(set(example.sizes))
        ]
        rows.append((f"{name}, of {count(example.found.before.records)} original records", value))
        about = Explanation(f"{_RISKS[risk]} of {name}", _MEANINGS[risk], tuple(rows), source=SOURCE)
        explain(self.risks[name, risk], about)

    def _explain_shared(self) -> None:
        about = Explanation(
            "Known without being found",
            "All of a group have the same illness: whoever knows age, zip and sex of one of them learns it "
            "without telling them apart. The file is 2-anonymous and not 2-diverse.",
            (("Records", self.shared.text()),),
            source="Truta et al. 2006, section 3, Table 1",
        )
        explain(self.shared, about)

    def _arrange(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(32)
        for name, words in FILES.items():
            line.addLayout(_column(name, words, self.tables[name], self._figures(name)))
        line.addLayout(_column(PATIENTS, "Patients of one zip", self.tables[PATIENTS], self._last()))
        line.addStretch()
        self.body.addLayout(line)

    def _figures(self, name: str) -> QLayout:
        pairs = [("k", self.k[name]), *((title, self.risks[name, risk]) for risk, title in _RISKS.items())]
        return _lines(pairs)

    def _last(self) -> QLayout:
        return _lines([("k", self.k[PATIENTS]), ("share their illness", self.shared)])

    def _connect(self) -> None:
        for name, figure in self.k.items():
            figure.asked.connect(partial(self._explain_k, name))
        for (name, risk), figure in self.risks.items():
            figure.asked.connect(partial(self._explain_risk, name, risk))
        self.shared.asked.connect(self._explain_shared)
        self.asked.connect(lambda: explain(self.help, ABOUT))


def _column(name: str, words: str, table: BandedTable, figures: QLayout) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(2)
    column.addWidget(label(name, "card_title"))
    column.addWidget(label(words, "caption", "text3"))
    column.addSpacing(4)
    column.addWidget(table)
    column.addSpacing(4)
    column.addLayout(figures)
    column.addStretch()
    return column


def _lines(pairs: Sequence[tuple[str, FigureValue]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(2)
    for row, (title, figure) in enumerate(pairs):
        grid.addWidget(rich_label(title, tone="text2"), row, 0)
        grid.addWidget(figure, row, 1, Qt.AlignmentFlag.AlignLeft)
    grid.setColumnStretch(1, 1)
    return grid
