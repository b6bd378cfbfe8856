# Tiles of 2048 elements.
# breaks: best
# says: has model_cycles
s/^settings:.*/settings: block=256, items=8/
