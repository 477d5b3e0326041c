"""Masking methods: one method, one file."""
