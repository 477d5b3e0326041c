"""The card *Who stands out*: key uniqueness, the records that nobody else shares, by combination."""

from collections.abc import Sequence

import pandas as pd
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication

from sdcdesk.core.errors import SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.risk.key_uniqueness import key_uniqueness, unique_records
from ui.pages.variables.key_uniqueness_list import (
    KeyCombination,
    KeyUniquenessList,
    KeyUniquenessModel,
    arranged,
)
from ui.session.session import Session
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.what_is_this import Explanation, explain

JOB, JOB_RECORDS = "key_uniqueness", "unique_records"
"""Kinds of the jobs that count the records and that find them."""

_PARAGRAPH = (
    "A record stands out if no other has the same values in all variables of a combination: whoever knows "
    "these of a person finds the person's record for certain. A missing value equals only another missing "
    "one. Counted are all combinations of up to three keys, and all keys together."
)


class KeyUniquenessCard(Card):
    """Counts anew whenever the keys or their descriptions change; what stood there stays until then.

    Parameters
    ----------
    session
        Whose original records are counted.
    """

    records_found = Signal(object, str)
    """Positions of records (int64) that stand alone, and in what."""

    def __init__(self, session: Session) -> None:
        super().__init__("Who stands out", margin=0)
        self.set_note("records that nobody else shares")
        self._session = session
        self._question: object = None
        self.model = KeyUniquenessModel()
        self.list = KeyUniquenessList(self.model)
        self.list.records_asked.connect(self._find)
        self.summary = label(tone="text2", wraps=True)
        self.summary.setContentsMargins(12, 0, 12, 10)
        self.summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self.summary)
        self.menu().addAction("Copy", self._copy)
        self.asked.connect(self._explain)

    def show_keys(self, keys: Sequence[str], suggested: Sequence[str]) -> None:
        """Count for these key variables, and as if those suggested were key variables too."""
        data = self._session.data
        if data is None or not (keys or suggested):
            self._question = None
            self._session.jobs.cancel(JOB)
            self.set_loading(loading=False)
            self.show_empty("No key variables yet", "Give the role key to what an intruder could know.")
            return
        names = [name for name in data.names if name in {*keys, *suggested}]
        question = (tuple(keys), tuple(suggested), _descriptions(data, names))
        if question == self._question:
            return
        self._question = question
        self.show_content()
        if not self.model.rows:
            self.summary.setText("Counting groups…")
        self.set_loading(loading=True)
        self._session.jobs.start(
            JOB,
            "Counting who stands out",
            lambda progress: key_uniqueness(data, names, progress=progress),
            lambda table: self._on_counted(table, keys, suggested),
            self._on_failed,
            self._on_cancelled,
        )

    def clear(self) -> None:
        """Forget what was counted in a file that is no longer open."""
        self._session.jobs.cancel(JOB)
        self._session.jobs.cancel(JOB_RECORDS)
        self._question = None
        self.model.set_rows(())
        self.summary.setText("")

    def _on_counted(self, table: pd.DataFrame, keys: Sequence[str], suggested: Sequence[str]) -> None:
        self.set_loading(loading=False)
        self.model.set_rows(arranged(table, keys, suggested))
        self.summary.setText(summary(self.model.rows))

    def _on_failed(self, error: SdcError) -> None:
        self.set_loading(loading=False)
        self.show_empty("This cannot be counted", error.message)

    def _on_cancelled(self) -> None:
        self._question = None
        self.set_loading(loading=False)

    def _find(self, row: KeyCombination) -> None:
        data = self._session.data
        if data is None:
            return
        words = f"alone in {row.words}"
        self._session.jobs.start(
            JOB_RECORDS,
            "Finding the records",
            lambda _progress: unique_records(data, row.keys),
            lambda found: self.records_found.emit(found, words),
            self._on_failed,
        )

    def _copy(self) -> None:
        lines = [f"{row.words}\t{row.alone}\t{row.share!r}" for row in self.model.rows]
        QGuiApplication.clipboard().setText("\n".join(["Variables\tRecords alone\tShare", *lines]))

    def _explain(self) -> None:
        shown = [(row.mark.capitalize(), row.records) for row in self.model.rows if row.mark]
        records = len(self._session.data) if self._session.data is not None else 0
        explain(self.help, Explanation("Who stands out", _PARAGRAPH, (("Records", f"{records:,}"), *shown)))


def summary(rows: Sequence[KeyCombination]) -> str:
    """Say which two keys single out most."""
    pairs = [row for row in rows if len(row.keys) == 2 and not row.suggested]
    if not pairs:
        return ""
    most = max(pairs, key=lambda row: row.alone)
    if not most.alone:
        return "No two of your keys single anybody out."
    first, second = most.keys
    only = "" if len(pairs) == 1 else ", more than any other two keys"
    return f"{first} and {second} together single out {most.records}{only}. Coarser values of either help."


def _descriptions(data: Microdata, names: Sequence[str]) -> tuple[object, ...]:
    """Return what of the descriptions decides which values are equal."""
    variables = [data.variable(name) for name in names]
    return tuple((one.missing, one.categories, one.scale) for one in variables)
