"""Tab *Suggest a safe recipe* of the stage Compare."""
