"""Text that is not plain: the quick way of reading CSV files meets it, and the parser reads it instead."""


class NotPlain(Exception):  # noqa: N818 - no error: the parser reads such a text
    """A field is enclosed, a number not written as one writes it, or a line empty or of odd length."""
