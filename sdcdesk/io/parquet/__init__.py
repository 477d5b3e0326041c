"""Parquet files: columns with their types, whole or in batches."""
