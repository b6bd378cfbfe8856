# The setting is faster than the default, but no more than that.
# gets: 30
s/^settings:.*/settings: block=1024, items=2/
