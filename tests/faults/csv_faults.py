"""CSV faults: fields, quotation marks, lines, names, numbers, and bytes changed at random."""

import bz2
import gzip
import lzma
from collections.abc import Iterator

from tests.faults.example import ASSESS, INSPECT, MASK, PEOPLE, RUN, SECRETS
from tests.faults.fault import Fault
from tests.faults.mutation import LONG, mutated_bytes

SECRET = SECRETS[0]

TEXTS = {
    "nothing": "",
    "one line break": "\n",
    "blank lines": "\n \n\t\n",
    "blanks": "   ",
    "names only": "id,age,sex\n",
    "one name": "age",
    "one word": "x\n",
    "no names": f"1,{SECRET},2\n2,x,3\n",
    "empty names": ",,\n1,2,3\n",
    "blank names": " , ,\t\n1,2,3\n",
    "a name twice": f"age,age,sex\n1,{SECRET},2\n",
    "names that differ in blanks": "age, age ,sex\n1,2,3\n",
    "names that are taken": "V1,,V2\n1,2,3\n",
    "names of numbers": "1,2,3\n1,2,3\n",
    "a long name": f"{LONG},age,sex\n1,2,3\n",
    "names of signs": "\x1b[31m,\u202eage,sex\n1,2,3\n",
    "names of formulas": "=1+1,@x,-y\n1,2,3\n",
    "names of our own": "self,__class__,frame\n1,2,3\n",
    "too many fields": f"age,sex\n1,2\n1,2,{SECRET}\n",
    "too few fields": f"age,sex\n1,2\n{SECRET}\n",
    "an open quote": f'age,sex\n1,2\n"{SECRET},2\n3,4\n',
    "an open quote at the end": 'age,sex\n1,2\n1,"',
    "text after a quote": f'age,sex\n1,2\n1,"a"{SECRET}\n',
    "a quote inside": f'age,sex\n1,2\n1,a"{SECRET}"\n',
    "quotes only": '"""","""\n"""","""\n',
    "quoted breaks": 'age,sex\n"1\n2","3\r\n4"\n',
    "single quotes": "age,sex\n'1,2','3'\n",
    "mixed delimiters": "age;sex,zip\n1;2,3\n4,5;6\n",
    "mixed line ends": "age,sex\r1,2\n3,4\r\n5,6\n\r7,8",
    "Excel's first line": "sep=;\nage;sex\n1;2\n",
    "Excel's first line alone": "sep=;",
    "Excel's strange first line": "sep=\nage,sex\n1,2\n",
    "a zero byte": f"age,sex\n1,\0{SECRET}\n",
    "an end of file": "age,sex\n1,2\n\x1a",
    "a byte order mark": "\ufeffage,sex\n1,2\n",
    "two byte order marks": "\ufeff\ufeffage,sex\n1,2\n",
    "a mark inside": "age,sex\n1,\ufeff2\n",
    "signs that turn text": f"age,sex\n1,\u202e{SECRET}\n",
    "signs of a terminal": f"age,sex\n1,\x1b]0;{SECRET}\x07\n",
    "names that nobody tells apart": "age,a\u200bge,ag\u2060e,sex,\u00e9,e\u0301,AGE\n1,2,3,4,5,6,7\n",
    "names that turn text": "age,\u2066sex\u2069,sex\u200f,sex\n1,2,3,4\n",
    "other quotation marks": "age,sex\n\u201c1\u201d,\u00ab2\u00bb\n`3`,4\n",
    "exponents beyond all": f"age,sex\n1e{'9' * 400},1\n-1e-{'9' * 400},2\n",
    "other signs of minus": "age,sex\n\u22125,1\n5-,2\n(5),3\n",
    "other line breaks": "age,sex\n1,a\u2028b\n2,a\x85b\n3,a\x0bb\n",
    "a long field": f"age,sex\n1,{LONG}\n",
    "a field too long": f"age,sex\n1,{'y' * 1_100_000}\n",
    "many columns": ",".join(f"c{n}" for n in range(2000)) + "\n" + ",".join("1" * 2000) + "\n",
    "one record": "age,sex\n1,2\n",
    "only missing": "age,sex\n,\n,\n",
    "all alike": "age,sex\n" + "1,2\n" * 50,
    "numbers at the end of all": "age,sex\n9223372036854775807,1\n-9223372036854775808,2\n",
    "numbers beyond the end": "age,sex\n9223372036854775808,1\n99999999999999999999999,2\n",
    "numbers of many digits": f"age,sex\n{'1' * 5000},1\n0.{'3' * 5000},2\n",
    "numbers beyond floats": "age,sex\n1e308,1e400\n-1e308,-1e400\n",
    "numbers next to nothing": "age,sex\n5e-324,1e-400\n1e-308,2\n",
    "numbers that are none": f"age,sex\nnan,inf\nNaN,-Infinity\nnull,{SECRET}\n",
    "numbers of other scripts": "age,sex\n\u0661\u0662,1\n\uff11\uff12,2\n\u00bd,3\n",
    "numbers in other bases": "age,sex\n0x1F,1\n0b1,2\n1_000,3\n",
    "negative zero": "age,sex\n-0,1\n-0.0,2\n",
    "different text of one number": "age,sex\n1.1,1\n1.10,2\n1.2,3\n",
    "thousands signs": 'age,sex\n"1,234",1\n"1,234,567",2\n',
    "dates": "age,sex\n2024-02-30,1\n31/12/99999,2\n",
    "formulas": f"age,sex\n=cmd|'{SECRET}',1\n+1+1,2\n@SUM(1),3\n",
    "text in numbers": f"age,sex,income\n1,2,3\n4,5,{SECRET}\n",
}

MARKS = {
    encoding: "\ufeff".encode(encoding) for encoding in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
}

BYTES = {
    "gzip": gzip.compress(PEOPLE),
    "bzip2": bz2.compress(PEOPLE),
    "xz": lzma.compress(PEOPLE),
    "a ZIP archive": b"PK\x03\x04" + bytes(100),
    "an old workbook": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500),
    "a PDF document": b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "all bytes but zero": bytes(range(1, 256)) * 20,
    **{f"a mark of {name}": mark + PEOPLE.decode().encode(name) for name, mark in MARKS.items()},
    **{f"a mark of {name} before UTF-8": mark + PEOPLE for name, mark in MARKS.items()},
    **{f"{name}, broken off": mark + PEOPLE.decode().encode(name)[:-1] for name, mark in MARKS.items()},
    "a mark of UTF-7": b"+/v8-" + PEOPLE,
    "a mark of GB 18030": b"\x84\x31\x95\x33" + PEOPLE,
    "carriage returns alone": PEOPLE.replace(b"\n", b"\r"),
    "line ends the wrong way round": PEOPLE.replace(b"\n", b"\n\r"),
    "line ends of one too many": PEOPLE.replace(b"\n", b"\r\r\n"),
    "a delimiter at each end": PEOPLE.replace(b"\n", b",\n"),
    "surrogates in UTF-8": b"age,sex\n\xed\xa0\xbd\xed\xb8\x80,2\n",
    "overlong UTF-8": b"age,sex\n\xc0\x80,2\n\xf8\x88\x80\x80\x80,3\n",
    "quotes and nothing else": b"age,sex\n" + b'"' * 100_001 + b"\n1,2\n",
}
"""Files that no text editor writes, and text that is written otherwise than most."""

VARIANTS: dict[str, tuple[str, ...]] = {
    "inspect": INSPECT,
    "assess": ASSESS,
    "mask": MASK,
    "run": (*RUN, "--data", "people.csv"),
}


def faults() -> Iterator[Fault]:
    """Return every text with every command, and random changes of the example with one of them each."""
    for name, text in TEXTS.items():
        for command, words in VARIANTS.items():
            yield Fault(f"{command}: {name}", words, {"people.csv": text.encode()})
    for name, content in BYTES.items():
        for command, words in VARIANTS.items():
            yield Fault(f"{command}: {name}", words, {"people.csv": content})
    for number, (name, content) in enumerate(mutated_bytes(PEOPLE, 200, seed=1)):
        command = list(VARIANTS)[number % len(VARIANTS)]
        yield Fault(f"{command}: {name}", VARIANTS[command], {"people.csv": content})
    for name, content in mutated_bytes(PEOPLE, 50, seed=2):
        words = ("assess", "people.csv", "--masked", "safe.csv", "--id", "id", "--keys", "age,sex")
        yield Fault(f"masked: {name}", words, {"safe.csv": content})
