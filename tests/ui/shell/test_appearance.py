"""The choice of the colours in the menu; no other window is there, for each is given its style again."""

from ui.look.theme import SCHEMES, theme
from ui.shell.main_window import MainWindow


def test_appearance_follows_the_choice_and_is_remembered(window: MainWindow) -> None:
    window.commands["scheme_dark"].trigger()
    assert theme().dark
    assert window.settings.scheme == "dark"
    window.commands["scheme_light"].trigger()
    assert not theme().dark


def test_the_chosen_appearance_is_ticked(window: MainWindow) -> None:
    def ticked() -> list[str]:
        actions = {scheme: window.commands[f"scheme_{scheme}"] for scheme in SCHEMES}
        return [scheme for scheme, action in actions.items() if action.isChecked()]

    assert ticked() == [window.settings.scheme]
    window.commands["scheme_dark"].trigger()
    assert ticked() == ["dark"]
    window.commands["scheme_dark"].trigger()
    assert ticked() == ["dark"], "choosing it again takes nothing away"
