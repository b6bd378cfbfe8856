# Tiles have 64 elements, so there are 256 of them.
# breaks: faster
# says: cycles = 
s/^settings:.*/settings: block=64, items=1/
