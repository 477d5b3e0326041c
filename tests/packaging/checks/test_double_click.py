from pathlib import Path

from checks.double_click import CLICKED, ENTRY, command


def test_the_menu_entry_gives_an_awkward_name_as_one_word():
    file = Path("/home/ž/Meine Übungen") / CLICKED
    assert command(ENTRY.read_text(encoding="utf-8"), file) == ["sdcdesk-gui", str(file)]


def test_words_in_quotes_are_one_word():
    entry = '[Desktop Entry]\nExec="/opt/my programs/sdcdesk-gui" --new %F\n'
    assert command(entry, Path("/a b")) == ["/opt/my programs/sdcdesk-gui", "--new", "/a b"]
