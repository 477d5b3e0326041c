"""Excel workbooks: a sheet as a table of records, with the types that its cells have."""
