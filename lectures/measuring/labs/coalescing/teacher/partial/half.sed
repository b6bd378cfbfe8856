# Pairs of cells are side by side, which is better but not good.
# gets: 30
s/return k \* BLOCK + i;/return k \/ 2 * 2 * BLOCK + 2 * i + k % 2;/
