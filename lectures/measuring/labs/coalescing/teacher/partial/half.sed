# Pairs of cells side by side: better, and not good.
# gets: 30
s/return k \* BLOCK + i;/return k \/ 2 * 2 * BLOCK + 2 * i + k % 2;/
