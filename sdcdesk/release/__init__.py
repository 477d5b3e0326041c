"""What becomes of a document: its pipeline, the release check, the risk–loss path, and previews of steps."""
