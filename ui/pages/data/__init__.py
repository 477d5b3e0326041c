"""Data page: the records of the file, and a profile of each variable."""
