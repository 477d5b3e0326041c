from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.document.undo import History


def test_changes_are_taken_back_and_done_again_in_order() -> None:
    history: History[str] = History()
    history.add("one", "", "a")
    history.add("two", "a", "b")
    assert history.undo_label == "two"
    assert history.undo() == "a"
    assert (history.undo_label, history.redo_label) == ("one", "two")
    assert history.undo() == ""
    assert history.undo() is None
    assert history.redo() == "a"
    assert history.redo() == "b"
    assert history.redo() is None


def test_a_new_change_forgets_what_was_undone() -> None:
    history: History[str] = History()
    history.add("one", "", "a")
    history.undo()
    history.add("other", "", "z")
    assert history.redo_label is None
    assert history.undo_label == "other"


@given(st.lists(st.integers()))
def test_undoing_all_leads_back_to_the_beginning_and_redoing_all_to_the_end(states: list[int]) -> None:
    history: History[int] = History()
    before = 0
    for state in states:
        history.add(str(state), before, state)
        before = state
    back = [history.undo() for _ in states]
    assert back == [0, *states][-2::-1] if states else back == []
    assert [history.redo() for _ in states] == states
