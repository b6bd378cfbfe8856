# An empty row is marked: where the next one begins, or outside.
# says: writes 1 bytes at flags[64]
s/if (offsets\[row\] < offsets\[row + 1\])/if (offsets[row] < 0xffffffffu)/
