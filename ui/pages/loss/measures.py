"""What a user of the file would find, and all measures of the information loss."""

from PySide6.QtWidgets import QSizePolicy

from sdcdesk.core.assessment import Assessment
from ui.pages.loss.table import RowsTable
from ui.pages.loss.words import measure_notes, measure_rows, variable_rows
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.numbers import count
from ui.widgets.what_is_this import Explanation, explain

FINDINGS = Explanation(
    "What a user of the file would find",
    "Figures that somebody would compute from the released file, beside those of the original. The change is "
    "in percent of the original figure. Missing values are left out, and weights are not used.",
    source="Domingo-Ferrer and Torra, Table 5",
)

MEASURES = Explanation(
    "All measures",
    "The files are compared cell by cell. Mean square and mean absolute error are in the units of the "
    "variables; the mean variation is |m − m′| ÷ |m| on average and does not depend on them, but is not "
    "defined where m is 0. Of categories: the mean distance between the original and the masked category.",
    source="Domingo-Ferrer and Torra, Table 5",
)


class FindingsCard(Card):
    """Mean, median and the like of the chosen variable before and after."""

    def __init__(self) -> None:
        super().__init__("What a user of the file would find", margin=0)
        self.table = RowsTable("What a user of the file would find", (84, 84, 70))
        self.note = label("", "caption", "text3", wraps=True)
        self.note.setContentsMargins(12, 4, 12, 10)
        self.table.exporter.fill_menu(self.menu())
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.body.addWidget(self.table)
        self.body.addWidget(self.note)
        self.body.addStretch()
        self.asked.connect(lambda: explain(self.help, FINDINGS))

    def show_variable(self, numbers: Assessment, name: str) -> None:
        """Show a variable; one that is not of numbers in both files has no such figures."""
        rows = variable_rows(numbers, name)
        if not rows:
            why = "A mean needs numbers in both files. The bars show how often each category occurs."
            self.show_empty(f"{name} has categories in the masked file", why)
            return
        self.table.set_rows((name, "Original", "Masked", "Change"), rows)
        self.note.setText(f"From the {count(len(numbers.masked))} released records, without weights.")
        self.show_content()


class MeasuresCard(Card):
    """One row for each matrix of the continuous variables, and for each categorical variable."""

    def __init__(self) -> None:
        super().__init__("All measures", margin=0)
        self.table = RowsTable("All measures", (160, 170, 150, 140))
        self.note = label("", "caption", "text3", wraps=True)
        self.note.setContentsMargins(12, 4, 12, 10)
        self.table.exporter.fill_menu(self.menu())
        self.body.addWidget(self.table)
        self.body.addWidget(self.note)
        self.asked.connect(lambda: explain(self.help, MEASURES))

    def show_measures(self, numbers: Assessment, categories: Assessment) -> None:
        """Show all measures."""
        rows = measure_rows(numbers, categories)
        header = ("Compared", "Mean square error", "Mean absolute error", "Mean variation", "Counted")
        self.table.set_rows(header, rows)
        units = "their standard deviation" if numbers.parameters["standardised"] else "each variable"
        self.set_note(f"numbers in units of {units}" if len(numbers.table("variables")) else "")
        words = measure_notes(numbers, categories)
        self.note.setText(words)
        self.note.setVisible(bool(words))
