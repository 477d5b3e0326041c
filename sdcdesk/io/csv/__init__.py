"""CSV and other text files: how one is detected, parsed, told faults of, and written."""
