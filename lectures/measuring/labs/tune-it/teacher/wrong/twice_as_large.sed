# Tiles of 2048 elements.
# breaks: best
# says: has cycles
s/^settings:.*/settings: block=256, items=8/
