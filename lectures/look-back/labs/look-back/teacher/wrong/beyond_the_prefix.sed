# All 32 tiles are used, even those that the prefix already includes.
# says: counted twice
s/const int used = prefixes ? __ffs((int)prefixes) : WINDOW;/const int used = end < WINDOW ? (int)end : WINDOW;/
