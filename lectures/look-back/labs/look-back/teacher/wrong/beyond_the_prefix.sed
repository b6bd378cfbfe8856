# All 32 tiles are used, also those that are in the prefix already.
# says: counted twice
s/const int used = prefixes ? __ffs((int)prefixes) : WINDOW;/const int used = end < WINDOW ? (int)end : WINDOW;/
