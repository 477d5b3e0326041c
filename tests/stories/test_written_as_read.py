"""The command line writes as the file that was read, or as it is told."""

from sdcdesk.cli import main


def test_mask_writes_as_the_original_or_as_told(tmp_path, capsys):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_bytes(b'age;town;x\r\n1;"=x";2,50\r\n2;"b";3,0\r\n')
    rounding = 'random_rounding:{"variables": ["age"], "base": 5}'
    command = ["mask", str(path), "--method", rounding, "--seed", "1", "--out", str(out), "--overwrite"]
    assert main(command) == 0
    assert "--write-neutral" in capsys.readouterr().err
    assert [line.split(b";", 1)[1] for line in out.read_bytes().split(b"\r\n")[1:3]] == [
        b'"=x";2,50',
        b'"b";3,0',
    ]
    assert main([*command, "--separator", "|", "--write-neutral"]) == 0
    assert out.read_bytes().split(b"\r\n")[1].endswith(b'|"\'=x"|2,50')
    assert "--write-neutral" not in capsys.readouterr().err
