import os
import sys

import dev
import environment
import pytest
import stages
import system_packages

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Debian's tools are imitated")

DPKG_QUERY = """#!/bin/sh
cat "$DEBIAN/installed"
"""
# Writes down how it was called, and 'installs' unless the file refuse is there.
APT_GET = """#!/bin/sh
echo "$DEBIAN_FRONTEND $*" >> "$DEBIAN/calls"
case "$*" in
  *update*) exit 100 ;;
esac
test ! -e "$DEBIAN/refuse" || exit 1
for word in "$@"; do printf 'installed\\t%s\\t\\n' "$word" >> "$DEBIAN/installed"; done
"""


@pytest.fixture
def debian(tmp_path, monkeypatch):
    """A Debian of three packages: one plain, one removed but for its settings, one that provides another."""
    (tmp_path / "installed").write_text(
        "installed\tlibgl1\t\n"
        "config-files\tlibegl1\t\n"
        "installed\tlibglib2.0-0t64\tlibglib2.0-0 (= 2.80.0-6ubuntu3), libgio (= 2.80)\n"
    )
    for name, text in (("dpkg-query", DPKG_QUERY), ("apt-get", APT_GET)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("DEBIAN", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(system_packages, "_is_root", lambda: False)
    return tmp_path


@pytest.mark.usefixtures("debian")
def test_only_installed_packages_count():
    assert system_packages.missing(["libegl1", "libgl1", "fonts-dejavu-core"]) == [
        "libegl1",
        "fonts-dejavu-core",
    ]


@pytest.mark.usefixtures("debian")
def test_package_that_another_one_provides_is_not_missing():
    assert system_packages.missing(["libglib2.0-0"]) == []


def test_user_without_rights_installs_nothing(debian):
    assert system_packages.provide(["libgl1", "libegl1"]) == ["libegl1"]
    assert not (debian / "calls").exists()


def test_root_installs_what_is_missing_even_when_the_update_fails(debian, monkeypatch):
    monkeypatch.setattr(system_packages, "_is_root", lambda: True)
    assert system_packages.provide(["libgl1", "libegl1", "libdbus-1-3"]) == []
    assert (debian / "calls").read_text().splitlines() == [
        "noninteractive -qq update",
        "noninteractive -qq install --yes --no-install-recommends libegl1 libdbus-1-3",
    ]


def test_root_with_nothing_missing_runs_nothing(debian, monkeypatch):
    monkeypatch.setattr(system_packages, "_is_root", lambda: True)
    assert system_packages.provide(["libgl1"]) == []
    assert not (debian / "calls").exists()


def test_failed_installation_leaves_the_packages_missing(debian, monkeypatch):
    monkeypatch.setattr(system_packages, "_is_root", lambda: True)
    (debian / "refuse").touch()
    assert system_packages.provide(["libegl1"]) == ["libegl1"]


@pytest.mark.parametrize("platform", ["win32", "darwin"])
@pytest.mark.usefixtures("debian")
def test_nothing_is_looked_for_on_other_systems(monkeypatch, platform):
    monkeypatch.setattr(sys, "platform", platform)
    assert system_packages.provide(system_packages.OFFSCREEN + system_packages.WINDOW) == []


def test_nothing_is_looked_for_on_other_kinds_of_linux(debian, monkeypatch):
    monkeypatch.setenv("PATH", str(debian / "nothing-here"))
    assert system_packages.missing(["libegl1"]) == []


def test_install_command_can_be_typed_as_it_stands():
    command = system_packages.install_command(["libegl1", "libgl1"])
    assert command == ("sudo apt-get update && sudo apt-get install --no-install-recommends libegl1 libgl1")


@pytest.mark.parametrize(("prefix", "needed"), [("/usr", True), ("/home/someone/python", False)])
@pytest.mark.usefixtures("debian")
def test_only_debians_own_python_is_completed_by_a_package(monkeypatch, prefix, needed):
    monkeypatch.setattr(system_packages.importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setattr(sys, "base_prefix", prefix)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert system_packages.venv_package() == ((f"python{version}-venv",) if needed else ())


@pytest.mark.usefixtures("debian")
def test_complete_python_needs_no_package():
    assert system_packages.venv_package() == ()


@pytest.mark.usefixtures("debian")
def test_missing_venv_package_stops_the_set_up_with_the_command(monkeypatch, tmp_path):
    monkeypatch.setattr(system_packages, "venv_package", lambda: ("python3.11-venv",))
    with pytest.raises(
        stages.SetUpError, match=r"apt-get install --no-install-recommends python3\.11-venv libegl1"
    ):
        dev.set_up(environment.Environment(tmp_path), ["libegl1"])
