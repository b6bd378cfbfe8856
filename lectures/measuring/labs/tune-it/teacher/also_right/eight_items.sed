# Tiles of the same size, with twice the threads.
s/^settings:.*/settings: block=128, items=8/
