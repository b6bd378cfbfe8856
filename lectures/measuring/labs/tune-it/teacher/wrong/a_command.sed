# The answer contains options of a command line.
# breaks: faster
# says: want NAME=VALUE
s/^settings:.*/settings: --block 64/
