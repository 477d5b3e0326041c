"""What check.py proves of the frozen program and its packages: one file for each thing that holds."""
