"""Drawn sample: what is known of data that are a random sample of the records of their file."""

from dataclasses import dataclass, field

from sdcdesk.core.text.sentence import Sentence, counted, sentence


@dataclass(frozen=True, slots=True)
class DrawnSample:
    """A simple random sample without replacement of the records of a file.

    Attributes
    ----------
    drawn
        Records of the sample.
    records
        Records of the file, more than those.
    seed
        The seed that it was drawn with; whoever knows it and the file knows whose records are in it.
    file
        Name of the file.
    """

    drawn: int
    records: int
    seed: int = field(repr=False)
    file: str

    def to_json(self) -> dict[str, int]:
        """Return the numbers that files of figures hold, for anybody.

        Returns
        -------
        dict[str, int]
            Without the seed.
        """
        return {"drawn": self.drawn, "records": self.records}

    def public_text(self) -> Sentence:
        """Return what everybody who sees figures of the sample must know.

        Returns
        -------
        Sentence
            A sentence without the seed.
        """
        return sentence(
            "The data are a random sample of {drawn} of {records} of {file}: all figures are those of the "
            "sample, in which fewer records are alike than in the file, and weights are not enlarged.",
            drawn=self.drawn,
            records=counted(self.records, "record"),
            file=self.file,
        )

    def internal_text(self) -> Sentence:
        """Return the same with the seed, for those who own the data.

        Returns
        -------
        Sentence
            It stands in no public document.
        """
        return sentence(
            "The data are a random sample of {drawn} of {records} of {file}, seed {seed}: all figures are "
            "those of the sample, in which fewer records are alike than in the file, and weights are not "
            "enlarged.",
            drawn=self.drawn,
            records=counted(self.records, "record"),
            file=self.file,
            seed=str(self.seed),
        )
