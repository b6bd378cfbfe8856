# An empty row is marked, at the place where the next row begins or past the end.
# says: writes 1 bytes at flags[64]
s/if (offsets\[row\] < offsets\[row + 1\])/if (offsets[row] < 0xffffffffu)/
