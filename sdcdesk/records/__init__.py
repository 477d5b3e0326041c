"""The records of a file, and of two files side by side, as people look at them."""
