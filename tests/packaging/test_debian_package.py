import hashlib
import io
import shutil
import subprocess
import tarfile

import debian_package
import pytest
from commit import Commit, same_permissions
from stages import SetUpError

EPOCH = 1_700_000_000
COMMIT = Commit("0" * 40, EPOCH, "1.2.3")

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("dpkg-deb", "readelf"))), reason="packages of Debian are made on Debian"
)


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "sdcdesk-1.2.3"
    (made / "_internal").mkdir(parents=True)
    (made / "_internal" / "é.txt").write_text("text")
    for program in ("sdcdesk", "sdcdesk-gui"):
        shutil.copyfile(shutil.which("true"), made / program)
        (made / program).chmod(0o700)
    same_permissions(made, EPOCH)
    return made


@pytest.fixture
def package(folder, tmp_path, qapp):  # noqa: ARG001 - Qt draws the icons
    file = tmp_path / "sdcdesk.deb"
    debian_package.make_package(folder, COMMIT, ".TH SDCDESK 1\n", file, tmp_path / "deb")
    return file


def read(*words):
    return subprocess.run(["dpkg-deb", *map(str, words)], check=True, capture_output=True).stdout  # noqa: S603, S607


def entries(package):
    with tarfile.open(fileobj=io.BytesIO(read("--fsys-tarfile", package))) as archive:
        return archive.getmembers()


def test_the_control_file_says_what_it_is_and_what_it_needs(package):
    lines = read("--field", package).decode().splitlines()
    fields = {name: value for name, _, value in (line.partition(": ") for line in lines if line[0] != " ")}
    assert (fields["Package"], fields["Version"]) == ("sdcdesk", "1.2.3")
    assert fields["Architecture"] == debian_package.architecture()
    depends = fields["Depends"].split(", ")
    assert depends[0].startswith("libc6 (>= 2.")
    assert debian_package.FONTS in depends
    assert set(fields["Suggests"].split(", ")) == set(debian_package.OPTIONAL_LIBRARIES.values())
    assert int(fields["Installed-Size"]) >= 2


def test_all_belongs_to_root_may_be_read_by_all_and_bears_the_time_of_the_commit(package):
    for entry in entries(package):
        assert (entry.uid, entry.gid) == (0, 0), entry.name
        assert entry.mtime == EPOCH, entry.name
        if not entry.issym():
            programs = entry.isdir() or entry.name.endswith(
                ("/lib/sdcdesk/sdcdesk", "/lib/sdcdesk/sdcdesk-gui")
            )
            assert entry.mode == (0o755 if programs else 0o644), entry.name


def test_the_desktop_finds_commands_menu_entry_type_icons_and_manual(package):
    found = {entry.name: entry for entry in entries(package)}
    assert found["./usr/bin/sdcdesk-gui"].linkname == "../lib/sdcdesk/sdcdesk-gui"
    assert {
        "./usr/lib/sdcdesk/_internal/é.txt",
        "./usr/share/applications/sdcdesk.desktop",
        "./usr/share/mime/packages/sdcdesk.xml",
        "./usr/share/icons/hicolor/48x48/apps/sdcdesk.png",
        "./usr/share/icons/hicolor/scalable/apps/sdcdesk.svg",
        "./usr/share/man/man1/sdcdesk.1.gz",
        "./usr/share/doc/sdcdesk/copyright",
    } <= set(found)


def test_its_sums_are_those_of_its_files(package, tmp_path):
    files = tmp_path / "files"
    read("--raw-extract", package, files)
    listed = (files / "DEBIAN" / "md5sums").read_text(encoding="utf-8")
    assert listed == "".join(
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(files)}\n"
        for path in sorted((files / "usr").rglob("*"))
        if path.is_file() and not path.is_symlink()
    )


def test_two_packages_of_the_same_files_have_the_same_bytes(package, folder, tmp_path):
    other = tmp_path / "elsewhere" / "other.deb"
    other.parent.mkdir()
    debian_package.make_package(folder, COMMIT, ".TH SDCDESK 1\n", other, other.parent / "deb")
    assert other.read_bytes() == package.read_bytes()


def test_a_library_that_no_package_has_ends_the_build(folder, monkeypatch):
    monkeypatch.setattr(debian_package, "debian_package", lambda _: "")
    with pytest.raises(SetUpError, match=r"has libc\.so\.6"):
        debian_package.dependencies(folder)
