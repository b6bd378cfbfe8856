# The answer sets a parameter that look-back does not have.
# breaks: faster
# says: factor
s/^settings:.*/settings: factor=4/
