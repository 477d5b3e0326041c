"""What the quick way of reading CSV files meets where it cannot be taken."""


class NotPlain(Exception):  # noqa: N818 - no error: the parser reads such a text
    """A field is enclosed, a number not written as one writes it, or a line empty or of odd length."""
