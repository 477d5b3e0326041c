import sums
from checks import size
from checks.findings import Findings


def test_second_copies_are_those_of_large_files_that_are_no_licences():
    listed = [
        "aa  lib/one.so",
        "aa  other/one.so",
        "bb  x",
        "aa  licences/a/LICENSE",
        "cc  small",
        "cc  tiny",
    ]
    large = {"lib/one.so", "other/one.so", "x", "licences/a/LICENSE"}
    assert size.second_copies(listed, large) == [["lib/one.so", "other/one.so"]]


def test_a_file_that_was_changed_or_lost_after_it_was_listed_is_found(tmp_path):
    for name in ("a.deb", "b.xz"):
        (tmp_path / name).write_text(name)
    (tmp_path / sums.NAME).write_text(sums.sums(tmp_path, list(tmp_path.iterdir())))
    found = Findings()
    size.check_packages(tmp_path, found)
    assert found.failed == []
    (tmp_path / "a.deb").write_text("changed")
    (tmp_path / "b.xz").unlink()
    size.check_packages(tmp_path, found)
    assert found.failed == [f"{sums.NAME} of the packages is right"]


def test_a_folder_with_links_or_another_list_is_found(tmp_path):
    (tmp_path / "sdcdesk").write_text("program")
    sums.write_sums(tmp_path)
    found = Findings()
    size.check_folder(tmp_path, found)
    assert found.failed == []
    (tmp_path / "link").symlink_to("sdcdesk")
    size.check_folder(tmp_path, found)
    assert found.failed == ["no links", f"{sums.NAME} is right"]
