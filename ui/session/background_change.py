"""Change of the project that takes a while, as one that a file is read for."""

from collections.abc import Callable

from sdcdesk.core.running.progress import Progress
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change
from ui.session.session import Session


def change_in_background(session: Session, kind: str, words: str, find: Callable[[Project], Change]) -> None:
    """Change the project of a session; where it is another one by then, nothing is changed.

    Parameters
    ----------
    session
        What holds the project; one undo takes the change back.
    kind, words
        As for `Jobs.start`.
    find
        Finds the change on a worker thread.
    """
    project = session.project
    if project is None:
        return

    def work(progress: Progress) -> Change:
        progress.check()
        return find(project)

    def take(change: Change) -> None:
        if session.project is project:
            session.change(*change)

    session.jobs.start(kind, words, work, take, session.failed.emit)
