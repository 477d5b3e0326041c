"""Reading and writing files: one format, one file."""
