from pathlib import Path, PureWindowsPath

import pytest
import windows_installer
from commit import Commit
from stages import SetUpError

COMMIT = Commit("0" * 40, 1_700_000_000, "1.2.3")


def test_without_inno_setup_it_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SetUpError, match="ISCC"):
        windows_installer.make_installer(COMMIT, tmp_path, tmp_path, tmp_path / "x.ico")


def test_the_installer_is_signed_only_where_a_command_for_it_is_given():
    plain = windows_installer.options(COMMIT, Path("f"), Path("o"), Path("i"), "")
    assert plain == ["/DVersion=1.2.3", "/DSource=f", "/DOutput=o", "/DIcon=i"]
    signed = windows_installer.options(COMMIT, Path("f"), Path("o"), Path("i"), "signtool sign $f")
    assert signed == [*plain, "/DSign", "/Ssign=signtool sign $f"]


def test_a_command_for_signing_keeps_the_backslashes_of_its_paths():
    signing = r"$qC:\Program Files\signtool.exe$q sign /a $f"
    line = windows_installer.sign_command(signing, PureWindowsPath(r"C:\built here\sdcdesk.exe"))
    assert line == r'"C:\Program Files\signtool.exe" sign /a "C:\built here\sdcdesk.exe"'


def test_the_script_installs_for_one_user_without_rights():
    script = windows_installer.SCRIPT.read_text(encoding="utf-8")
    assert "PrivilegesRequired=lowest" in script
    assert 'Subkey: "Software\\Classes\\.sdcdesk"' in script


def test_windows_takes_long_paths_from_the_programs():
    manifest = windows_installer.SCRIPT.with_name("sdcdesk.manifest").read_text(encoding="utf-8")
    assert ">true</longPathAware>" in manifest
