"""Differences: what tables tell by subtraction that overlap, filter records or recode variables."""
