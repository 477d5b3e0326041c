"""Columns of data files: text as numbers where nothing is lost, and the types of Arrow."""
