"""Reports and manual pages: what is read outside the program."""
