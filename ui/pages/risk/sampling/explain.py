"""The popover of an answer: how it was found, or why there is none."""

from PySide6.QtCore import QRect

from sdcdesk.risk.sampling.expectation import Risk
from ui.pages.risk.sampling import words
from ui.pages.risk.sampling.answers import AnswersTable
from ui.pages.risk.sampling.series import Series
from ui.widgets.what_is_this import Explanation, WhatIsThis, explain


def explain_answer(
    table: AnswersTable, place: QRect, one: Series, risk: Risk, limit: float | None
) -> WhatIsThis | None:
    """Explain an answer beside its cell; None where there is nothing to explain."""
    explanation = _explanation(one, risk, limit)
    return None if explanation is None else explain(table.viewport(), explanation, place)


def _explanation(one: Series, risk: Risk, limit: float | None) -> Explanation | None:
    if one.error is not None or one.curve is None:
        return words.failed_explained(one.name, one.error.message if one.error else "")
    if one.curve.expected(risk) is None:
        return words.misfit_explained(one.name, one.curve)
    found = one.largest.get(risk)
    if found is None or limit is None:
        return None
    return words.answer_explained(one.name, one.curve, found, limit, risk)
