"""Principal components of continuous variables before and after masking."""
