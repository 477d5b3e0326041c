import pytest
from comparison import CHUNK, differences


@pytest.fixture
def folders(tmp_path):
    for name in ("one", "other"):
        (tmp_path / name / "lib").mkdir(parents=True)
        (tmp_path / name / "lib" / "é.so").write_bytes(b"library")
        (tmp_path / name / "large").write_bytes(bytes(CHUNK + 5))
        (tmp_path / name / "link").symlink_to("large")
    return tmp_path / "one", tmp_path / "other"


def test_equal_folders_differ_in_nothing_whenever_they_were_made(folders):
    assert differences(*folders) == []


def test_a_file_that_is_in_one_only_is_named_with_its_folder(folders):
    one, other = folders
    (one / "lib" / "more").touch()
    (other / "empty").mkdir()
    assert differences(one, other) == [f"empty: only in {other}", f"lib/more: only in {one}"]


@pytest.mark.parametrize(
    ("content", "first"),
    [
        (b"\1" + bytes(CHUNK + 4), 0),
        (bytes(CHUNK + 2) + b"\1\1\1", CHUNK + 2),
        (bytes(CHUNK + 4), CHUNK + 4),
        (bytes(CHUNK + 6), CHUNK + 5),
        (b"", 0),
    ],
)
def test_the_first_byte_that_differs_is_told(folders, content, first):
    one, other = folders
    (other / "large").write_bytes(content)
    assert differences(one, other) == [f"large: differs from byte {first} on"]
    assert differences(other, one) == [f"large: differs from byte {first} on"]


def test_permissions_links_and_kinds_are_compared(folders):
    one, other = folders
    (other / "lib" / "é.so").chmod(0o755)
    (one / "lib" / "é.so").chmod(0o644)
    (other / "link").unlink()
    (other / "link").symlink_to("lib")
    (one / "large").unlink()
    (one / "large").mkdir(mode=0o755)
    (other / "large").chmod(0o644)
    assert differences(one, other) == [
        "large: drwxr-xr-x and -rw-r--r--",
        "lib/é.so: -rw-r--r-- and -rwxr-xr-x",
        "link: links to large and lib",
    ]
