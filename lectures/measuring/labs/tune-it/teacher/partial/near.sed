# The setting is within 15 % of the best.
# gets: 60
s/^settings:.*/settings: block=128, items=16/
