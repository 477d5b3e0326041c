from PySide6.QtCore import QDir, QFile

from ui.look.memory_files import register


def read(path: str) -> bytes:
    file = QFile(path)
    assert file.open(QFile.OpenModeFlag.ReadOnly)
    return bytes(file.readAll().data())


def test_qt_finds_every_file() -> None:
    files = {f"picture_{number}__text.svg": b"<svg/>" * number for number in range(60)}
    register(files, "tried_many")
    assert set(QDir(":/tried_many").entryList()) == set(files)
    assert all(read(f":/tried_many/{name}") == content for name, content in files.items())


def test_files_take_the_place_of_earlier_ones() -> None:
    register({"one.svg": b"old", "two.svg": b"old"}, "tried_again")
    register({"one.svg": b"new"}, "tried_again")
    assert QDir(":/tried_again").entryList() == ["one.svg"]
    assert read(":/tried_again/one.svg") == b"new"
