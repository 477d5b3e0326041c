"""Commands of the variables page: each is one change of the project, and can be undone."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from sdcdesk.core.errors import SdcError
from sdcdesk.document.variable_commands import Change, Described
from ui.session.session import Session

P = ParamSpec("P")


class VariableCommands:
    """Changes descriptions through the session.

    Parameters
    ----------
    session
        What is changed.
    failed
        Told why a change is impossible; nothing is changed then.
    """

    def __init__(self, session: Session, failed: Callable[[SdcError], None]) -> None:
        self._session, self._failed = session, failed

    def do(
        self, command: Callable[Concatenate[Described, P], Change], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Do one of `variable_commands`, or say why it cannot be done."""
        project, data = self._session.project, self._session.data
        if project is None or data is None:
            return
        try:
            change = command(Described(project, data), *args, **kwargs)
        except SdcError as error:
            self._failed(error)
            return
        self._session.change(change.label, change.project)
