# The tile with the prefix is left out.
# says: missing
s/? __ffs((int)prefixes) : WINDOW/? __ffs((int)prefixes) - 1 : WINDOW/
