# A value that the parameter does not have.
# breaks: faster
# says: items
s/^settings:.*/settings: block=64, items=10/
