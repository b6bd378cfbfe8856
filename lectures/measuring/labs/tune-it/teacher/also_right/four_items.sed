# The default block.
s/^settings:.*/settings: items=4/
