# The answer has a value that the parameter does not allow.
# breaks: faster
# says: items
s/^settings:.*/settings: block=64, items=10/
