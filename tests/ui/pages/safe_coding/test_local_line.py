"""Local recoding beside the best coding: computed on request, stopped, and used as a step."""

from threading import Event

import pytest

import ui.pages.safe_coding.local_line as local_line
from sdcdesk.core.running.progress import Progress
from sdcdesk.masking import LocalRecoding
from sdcdesk.search import local_coding
from tests.ui.pages.safe_coding.conftest import Stand
from ui.pages.safe_coding.local_line import COMPARE, OFFER, STOP, USE
from ui.pages.safe_coding.safe_coding_tab import OLD


def test_local_recoding_is_compared_on_request_and_used(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = stand.open()
    line = tab.local
    assert not line.isVisible()
    stand.press()
    assert (line.text(), line.act.text()) == (OFFER, COMPARE)

    def endless(*args: object) -> object:
        progress = args[-1]
        assert isinstance(progress, Progress)
        while not Event().wait(0.01):
            progress.check()
        return None

    with monkeypatch.context() as patched:
        patched.setattr(local_line, "local_coding", endless)
        line.act.click()
        assert line.act.text() == STOP
        line.act.click()
        stand.settle()
        assert line.act.text() == COMPARE
    line.act.click()
    stand.settle()
    found = tab.search.found
    assert found is not None
    assert found.codings.optimum is not None
    wanted = local_coding(found.codings, found.question.data)
    best = found.codings.loss(found.codings.optimum, "loss")
    for lost in (wanted.loss, best):
        assert found.loss_text(lost) in line.text()
    assert wanted.loss < best
    tab.condition.k.setText("9")
    tab.condition._on_edited(lambda: None)
    tab.refresh()
    assert (line.act.isEnabled(), line.act.toolTip()) == (False, OLD)
    tab.condition.k.setText("3")
    tab.condition._on_edited(lambda: None)
    tab.use()
    stand.settle()
    assert (line.act.text(), line.act.isEnabled()) == (USE, True)
    line.act.click()
    stand.settle()
    [step] = stand.project.recipe.steps
    assert isinstance(step.method, LocalRecoding)
    assert step.method.k == 3
    # The hierarchies are those of the project still.
    assert [one.hierarchy for one in step.method.hierarchies] == [
        one for key in found.question.keys for one in stand.project.hierarchies if one.name == key
    ]
    results = stand.session.results
    assert results is not None
    assert results.run.last.fingerprint() == wanted.masked.data.fingerprint()
