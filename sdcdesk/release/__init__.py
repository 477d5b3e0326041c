"""Release of a document: its pipeline, release check, risk–loss path, and previews of steps."""
