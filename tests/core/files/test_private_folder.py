"""Private folders: nobody else may look into them, and they are gone, also after a kill."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sdcdesk.core.files.private_folder import private_folder, sweep_folders
from sdcdesk.core.running.errors import WriteError

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions and locks are others there")


@posix
def test_it_is_private_and_gone_at_the_end(tmp_path: Path) -> None:
    with private_folder(tmp_path) as folder:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        (folder / "some").mkdir()
        (folder / "some" / "file").write_bytes(b"1")
    assert list(tmp_path.iterdir()) == []


def test_it_is_gone_after_a_failure(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), private_folder(tmp_path):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_folder_that_others_may_look_into_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_to_all(ending: str, beginning: str, parent: Path) -> str:
        made = parent / f"{beginning}1{ending}"
        made.mkdir()
        made.chmod(0o755)
        return str(made)

    monkeypatch.setattr("tempfile.mkdtemp", open_to_all)
    words = "Others may look into folders for temporary files"
    with pytest.raises(WriteError, match=words), private_folder(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_where_none_can_be_made_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    words = "No folder for temporary files can be made in"
    with pytest.raises(WriteError, match=words), private_folder(tmp_path / "file"):
        pass


@posix
def test_what_a_killed_process_left_is_swept_and_what_a_living_one_has_stays(tmp_path: Path) -> None:
    words = (
        "import os, signal\n"
        "from pathlib import Path\n"
        "from sdcdesk.core.files.private_folder import private_folder\n"
        f"with private_folder(Path({str(tmp_path)!r})) as folder:\n"
        "    (folder / 'codes').write_bytes(b'1')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", words], check=False, env=os.environ | {"PYTHONPATH": os.getcwd()})  # noqa: PTH109, S603
    (left,) = tmp_path.iterdir()
    with private_folder(tmp_path) as folder:
        assert list(tmp_path.iterdir()) == [folder]
        sweep_folders(tmp_path)
        assert folder.is_dir()
    assert not left.exists()


@posix
def test_folders_that_only_look_alike_stay(tmp_path: Path) -> None:
    for name in (".sdcdesk-1.tmp", "other"):
        (tmp_path / name).mkdir()
    sweep_folders(tmp_path)
    assert {entry.name for entry in tmp_path.iterdir()} == {".sdcdesk-1.tmp", "other"}
