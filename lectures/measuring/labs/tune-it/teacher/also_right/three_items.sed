# Tiles of 1536 elements.
s/^settings:.*/settings: block=512, items=3/
