"""The loss page: what the masking cost."""
