"""Global recoding, top and bottom coding: fewer and broader categories, and what stands for the extremes."""
