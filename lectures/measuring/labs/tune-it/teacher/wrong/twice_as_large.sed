# Tiles have 2048 elements.
# breaks: best
# says: cycles = 
s/^settings:.*/settings: block=256, items=8/
