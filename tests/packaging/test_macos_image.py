import os
from pathlib import Path

import macos_image
import pytest
from commit import Commit

PLACES = (Path("w/SDCDesk.app"), Path("w"), Path("o/sdcdesk.dmg"))


def steps(**settings):
    return [
        command[0] if command[0] != "xcrun" else command[1]
        for command in macos_image.commands(*PLACES, settings)
    ]


def test_without_a_certificate_the_application_is_sealed_again_without_a_name():
    assert steps() == ["codesign", "hdiutil"]
    seal = macos_image.commands(*PLACES, {})[0]
    assert seal[seal.index("--sign") + 1] == "-"


def test_the_application_is_signed_before_it_is_packed_and_the_image_after():
    assert steps(SDCDESK_IDENTITY="Developer ID") == ["codesign", "hdiutil", "codesign"]


def test_it_is_notarised_where_a_profile_is_given_too():
    done = steps(SDCDESK_IDENTITY="Developer ID", SDCDESK_NOTARY="profile")
    assert done == ["codesign", "hdiutil", "codesign", "notarytool", "stapler"]
    assert steps(SDCDESK_NOTARY="profile") == ["codesign", "hdiutil"]


@pytest.mark.skipif(not hasattr(os, "uname"), reason="images are made on macOS")
def test_the_image_has_papers_and_no_probe(tmp_path, monkeypatch):
    ran = []
    for name in (macos_image.IDENTITY, macos_image.NOTARY):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(macos_image, "_run", ran.append)
    for name in ("SDCDesk.app/Contents/MacOS/probe", "SDCDesk.app/Contents/MacOS/sdcdesk-gui"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "SDCDesk.app/Contents/Resources").mkdir()
    folder = tmp_path / "folder"
    (folder / "licences").mkdir(parents=True)
    for name in ("licences/NOTICE.txt", "sbom.cdx.json", "README.txt"):
        (folder / name).touch()
    commit = Commit("0" * 40, 1_700_000_000, "1.2.3")
    macos_image.make_image(commit, tmp_path / "SDCDesk.app", folder, tmp_path, tmp_path / "work")
    contents = tmp_path / "work" / "image" / "SDCDesk.app" / "Contents"
    assert [path.name for path in (contents / "MacOS").iterdir()] == ["sdcdesk-gui"]
    assert {path.name for path in (contents / "Resources").iterdir()} == set(macos_image.PAPERS)
    assert ran == macos_image.commands(
        contents.parent, contents.parents[1], tmp_path / f"sdcdesk-1.2.3-macos-{os.uname().machine}.dmg", {}
    )
