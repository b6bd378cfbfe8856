# Tiles of 64 elements: 256 of them.
# breaks: faster
# says: cycles = 
s/^settings:.*/settings: block=64, items=1/
