"""Loss page: what the masking cost."""
