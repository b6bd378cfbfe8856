# Tiles of 32768 elements: one tile.
# breaks: faster
# says: cycles = 
s/^settings:.*/settings: block=1024, items=32/
