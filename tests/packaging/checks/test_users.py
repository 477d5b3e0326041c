import pytest
from checks.users import readable_by_others


@pytest.fixture
def home(tmp_path):
    kept = tmp_path / "kept" / "autosave"
    kept.mkdir(parents=True)
    (kept / "work.json").write_text("{}")
    (kept / "work.json").chmod(0o600)
    for folder in (kept, kept.parent):
        folder.chmod(0o755)
    return tmp_path


def test_private_files_are_for_their_owner_alone(home):
    assert readable_by_others([home / "kept", home / "missing"]) == []


@pytest.mark.parametrize("mode", [0o640, 0o604])
def test_a_file_that_a_group_or_everybody_can_read_is_found(home, mode):
    work = home / "kept" / "autosave" / "work.json"
    work.chmod(mode)
    assert readable_by_others([home / "kept"]) == [work]


def test_nobody_reads_through_a_closed_folder(home):
    (home / "kept" / "autosave" / "work.json").chmod(0o644)
    (home / "kept" / "autosave").chmod(0o700)
    assert readable_by_others([home / "kept"]) == []
