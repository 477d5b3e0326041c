"""The masking page: both files side by side."""
