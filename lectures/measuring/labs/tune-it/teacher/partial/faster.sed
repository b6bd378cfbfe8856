# Faster than the default, and no more.
# gets: 30
s/^settings:.*/settings: block=1024, items=2/
