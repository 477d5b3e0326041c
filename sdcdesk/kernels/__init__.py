"""Array arithmetic without parameter models: arrays in, arrays out, numpy and scipy only."""
