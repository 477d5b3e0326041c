"""Risk page: what an intruder could find out from the masked file."""
