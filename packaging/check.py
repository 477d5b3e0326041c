"""Proves what build.py built: drives the frozen program, and compares it with the unfrozen one.

    check.py                       the frozen program, and all packages that were built
    check.py --out F --work F      as given to build.py
    check.py --root FOLDER         the Debian package too, in a new minimal Debian there (as root)

Every line is something that holds, or does not; the exit code is 1 where something does not hold.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import sums
import traced
from build import build_environment
from debian_root import check_in_root
from findings import Findings
from freeze import PROBE
from stages import ROOT, SetUpError, call, say
from wheelhouse_check import check_wheelhouse

if TYPE_CHECKING:
    from collections.abc import Sequence

JOURNEYS = ROOT / "packaging" / "journeys"
SAMPLE = "billing_5000"
HOME = "Žofie Nuñez"
"""Name of the home folder in which the program is driven."""

LARGEST_INSTALLED, LARGEST_PACKED = 350_000_000, 110_000_000
LONGEST_START = 2.0
"""Seconds until the window is shown, when its files are in memory."""

OUTPUTS = (".csv", ".html", ".json")
"""Masked file, report and figures."""

OFFSCREEN = "This plugin does not support propagateSizeHints()"
"""What Qt says of every window that it draws into memory."""

STARTS = 5


@dataclass(frozen=True, slots=True)
class Program:
    """The frozen program with its probe, in a folder of its own, and a home for who drives it.

    Parameters
    ----------
    folder
        The frozen program: a copy, into which the probe was put.
    unfrozen
        Folder with the packages of the unfrozen program.
    place
        Where everything lies that is made on the way.
    """

    folder: Path
    unfrozen: Path
    place: Path

    @property
    def home(self) -> Path:
        """Home of the user."""
        return self.place / HOME

    @property
    def settings(self) -> dict[str, str]:
        """Environment in which it runs: that of a user who has nothing else."""
        return {
            **{name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TEMP") if name in os.environ},
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "QT_QPA_PLATFORM": "offscreen",
            "TMPDIR": str(self.place / "temporary"),
            "XDG_RUNTIME_DIR": str(self.place / "runtime"),
        }

    def run(self, words: Sequence[str], *, trace: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run one of its programs, and Python's place of the probe's script stays as given."""
        command = [str(self.folder / words[0]), *words[1:]]
        if trace is not None:
            command = ["strace", "-f", "-qq", "-s", "4096", "-e", traced.CALLS, "-o", str(trace), *command]
        return subprocess.run(  # noqa: S603 - our own programs, as lists, without a shell
            command, cwd=self.home, env=self.settings, capture_output=True, encoding="utf-8", check=False
        )

    def run_unfrozen(self, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run the unfrozen program in the environment of the build."""
        return subprocess.run(  # noqa: S603 - as above
            [sys.executable, *words],
            cwd=self.home,
            env={**self.settings, "PYTHONPATH": str(self.unfrozen)},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )


def lay_out(folder: Path, work: Path, place: Path) -> Program:
    """Return a copy of the frozen program that can be driven; what is shipped stays as it is."""
    probe = PROBE + (".exe" if sys.platform == "win32" else "")
    program = Program(place / "program", work / "program", place)
    shutil.copytree(folder, program.folder, copy_function=_link)
    shutil.copy2(work / probe, program.folder / probe)
    for made in (program.home, place / "temporary", place / "runtime"):
        made.mkdir(mode=0o700)
    for name in (f"{SAMPLE}.sdcdesk", f"{SAMPLE}.csv"):
        shutil.copyfile(work / "source" / "resources" / "samples" / name, program.home / name)
    return program


def _link(source: str, target: str) -> None:
    """Copy a file without its bytes where both lie on one disk."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def check_imports(program: Program, found: Findings) -> None:
    """Import everything in the frozen program, and compare with the unfrozen one."""
    script = str(JOURNEYS / "imports.py")
    frozen, unfrozen = program.run([PROBE, script]), program.run_unfrozen([script])
    if frozen.returncode or unfrozen.returncode:
        found.add("imports", (frozen.stderr + unfrozen.stderr)[-2000:], holds=False)
        return
    ours, theirs = json.loads(frozen.stdout), json.loads(unfrozen.stdout)
    found.add("hidden imports that are missing", str(ours["failed"] or "none"), holds=not ours["failed"])
    for kind in ("modules", "methods", "measures", "formats", "pages", "manual"):
        same = ours.get(kind) == theirs.get(kind)
        found.add(f"{kind} as in the unfrozen program", str(len(theirs.get(kind, ()))), holds=same)


def check_journeys(program: Program, found: Findings) -> None:
    """Compare what command line and window write with the unfrozen program, and see what else they do."""
    home, tracer = program.home, shutil.which("strace")
    traces = {
        name: program.place / f"{name}.strace" if tracer else None for name in ("sdcdesk run", "window")
    }
    frozen = program.run(run_words("safe"), trace=traces["sdcdesk run"])
    found.add("sdcdesk run", frozen.stderr[-1500:] if frozen.returncode else "", holds=frozen.returncode == 0)
    words = [PROBE, str(JOURNEYS / "window.py"), f"{SAMPLE}.sdcdesk", str(home / "window.csv")]
    seen = program.run(words, trace=traces["window"])
    if seen.returncode:
        found.add("window", f"code {seen.returncode} {seen.stderr[-1500:]}", holds=False)
        return
    pages = json.loads(seen.stdout.splitlines()[-1])["pages"]
    found.add("window opened the sample, showed every page, exported", ", ".join(pages), holds=bool(pages))
    said = "\n".join(line for line in seen.stderr.splitlines() if OFFSCREEN not in line).strip()
    found.add("window says nothing on standard error", said[-500:], holds=not said)
    outputs = {f"safe{end}" for end in OUTPUTS} | {"window.csv", f"{SAMPLE}.sdcdesk", f"{SAMPLE}.csv"}
    left = sorted({path.name for path in home.iterdir()} - outputs - {".config", ".local", ".cache"})
    found.add(
        "the home has the outputs and the user's data, and nothing else", ", ".join(left), holds=not left
    )
    program.run_unfrozen(["-m", *run_words("unfrozen")])
    for end in OUTPUTS:
        same = _same(home / f"safe{end}", home / f"unfrozen{end}")
        found.add(f"safe{end} has the bytes of the unfrozen program", holds=same)
    found.add("the window's safe file too", holds=_same(home / "window.csv", home / "unfrozen.csv"))
    for name, trace in traces.items():
        check_trace(program, name, trace, found)


def run_words(name: str) -> list[str]:
    """Return the command line that runs the sample and writes files of this name."""
    options = zip(("--out", "--report", "--json"), OUTPUTS, strict=True)
    return [
        "sdcdesk",
        "run",
        f"{SAMPLE}.sdcdesk",
        *(word for option, end in options for word in (option, name + end)),
    ]


def check_trace(program: Program, name: str, trace: Path | None, found: Findings) -> None:
    """See that a journey made no socket, and wrote nothing outside the home and temporary folders."""
    if trace is None:
        found.add(f"{name}: sockets and files", "not looked at: strace is not installed", holds=False)
        return
    with trace.open(encoding="utf-8", errors="surrogateescape") as lines:
        said = traced.read(lines)
    allowed = (program.home, program.place / "temporary", program.place / "runtime")
    outside = [
        path for path in said.written_outside(map(str, allowed)) if path.startswith("/") or ".." in path
    ]
    found.add(f"{name}: no socket", "; ".join(said.sockets[:5]), holds=not said.sockets)
    found.add(f"{name}: writes nothing elsewhere", ", ".join(outside[:5]), holds=not outside)


def _same(one: Path, other: Path) -> bool:
    return one.is_file() and other.is_file() and one.read_bytes() == other.read_bytes()


def check_start(program: Program, found: Findings) -> None:
    """Measure the time until the window is shown; cold is the first start after memory was freed of files."""
    cold = "not measured: that needs the rights of root"
    dropper = Path("/proc/sys/vm/drop_caches")
    if sys.platform == "linux" and os.geteuid() == 0 and dropper.exists():
        os.sync()
        try:
            dropper.write_text("3", encoding="ascii")
            cold = f"{_start(program)[0]:.2f} s"
        except OSError:
            cold = "not measured: the files in memory cannot be dropped here"
    starts = sorted(_start(program) for _ in range(STARTS))
    seconds, processor, memory = starts[len(starts) // 2]
    load = f", load {os.getloadavg()[0]:.0f}" if hasattr(os, "getloadavg") else ""
    busy = f"{processor:.2f} s of one of {os.cpu_count()} processors{load}"
    detail = f"{seconds:.2f} s ({busy}), cold {cold}"
    # What others do on this machine counts in seconds of the clock, but not in those of the processor.
    found.add(
        "window is shown, warm", detail, holds=min(processor for _, processor, _ in starts) <= LONGEST_START
    )
    found.add("memory at start", f"{memory / 1e6:.0f} MB")
    started = time.monotonic()
    program.run(["sdcdesk", "--help"])
    found.add("sdcdesk --help", f"{time.monotonic() - started:.2f} s")


def _start(program: Program) -> tuple[float, float, int]:
    started = time.time()
    seen = program.run([PROBE, str(JOURNEYS / "window.py")])
    if seen.returncode:
        raise SetUpError(f"The window did not start: {seen.stderr[-2000:]}")
    told = json.loads(seen.stdout.splitlines()[-1])
    return told["shown"] - started, told["processor"], told["memory"]


def check_size(folder: Path, found: Findings) -> None:
    """See that the folder is small enough, without links and second copies, and as its list says."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    total = sum(path.stat().st_size for path in files)
    found.add("installed", f"{total / 1e6:.0f} MB in {len(files)} files", holds=total <= LARGEST_INSTALLED)
    for path in sorted(files, key=lambda path: -path.stat().st_size)[:10]:
        say(f"            {path.stat().st_size / 1e6:6.1f} MB  {path.relative_to(folder).as_posix()}")
    links = [path.name for path in folder.rglob("*") if path.is_symlink()]
    found.add("no links", ", ".join(links), holds=not links)
    listed = (folder / sums.NAME).read_text(encoding="utf-8")
    now = sums.sums(folder, [path for path in files if path.name != sums.NAME])
    found.add(f"{sums.NAME} is right", holds=listed == now)
    hashes: dict[str, list[str]] = {}
    for line in listed.splitlines():
        digest, _, name = line.partition("  ")
        if (folder / name).stat().st_size > 20_000 and "licences/" not in name:
            hashes.setdefault(digest, []).append(name)
    twice = [names for names in hashes.values() if len(names) > 1]
    found.add("no file is there twice", str(twice or ""), holds=not twice)


def check_packages(out: Path, found: Findings) -> None:
    """See that packages are small enough, and have the hashes that are listed beside them."""
    for path in sorted(out.iterdir()):
        if path.suffix in (".gz", ".deb", ".exe", ".dmg"):
            size = path.stat().st_size
            found.add(path.name, f"{size / 1e6:.0f} MB", holds=size <= LARGEST_PACKED or path.suffix == ".gz")
    listed = (out / sums.NAME).read_text(encoding="utf-8").splitlines()
    wrong = [
        name
        for digest, _, name in (line.partition("  ") for line in listed)
        if sums.sha256(out / name) != digest
    ]
    found.add(f"{sums.NAME} of the packages is right", ", ".join(wrong), holds=not wrong)


def main(arguments: Sequence[str]) -> int:
    """Check, in the environment of builds, and return an exit code."""
    parser = argparse.ArgumentParser(
        prog="check.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="FOLDER")
    parser.add_argument("--work", type=Path, default=ROOT / "build", metavar="FOLDER")
    parser.add_argument("--root", type=Path, metavar="FOLDER")
    chosen = parser.parse_args(arguments)
    environment, found = build_environment(), Findings()
    if Path(sys.prefix).resolve() != environment.folder.resolve():
        return call([str(environment.python), str(Path(__file__).resolve()), *arguments])
    out, work = chosen.out.resolve(), chosen.work.resolve()
    try:
        built = json.loads((work / "build.json").read_text(encoding="utf-8"))
        folder = work / f"sdcdesk-{built['version']}"
        check_size(folder, found)
        check_packages(out, found)
        with tempfile.TemporaryDirectory(prefix="sdcdesk-check-", dir=work) as place:
            program = lay_out(folder, work, Path(place))
            check_imports(program, found)
            check_journeys(program, found)
            check_start(program, found)
        if list(out.glob("*-wheelhouse")):
            check_wheelhouse(out, work, found)
        if chosen.root:
            check_in_root(out, work, chosen.root.resolve(), found)
    except (SetUpError, OSError, ValueError) as error:
        found.add("the check itself", str(error), holds=False)
    say(f"Failed: {', '.join(found.failed)}." if found.failed else "Everything holds.")
    return 1 if found.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
