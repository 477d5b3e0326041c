"""Distributions of continuous variables before and after masking, variable by variable."""
