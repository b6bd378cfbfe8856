# Tiles have 32768 elements, so there is only one tile.
# breaks: faster
# says: cycles = 
s/^settings:.*/settings: block=1024, items=32/
