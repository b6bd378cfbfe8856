# A tile takes in the total of the tile before it alone: right for two tiles, wrong for three.
# says: are missing
/^    for (uint64_t k = 1; k < count; k++)/,/totals\[k\] = op/d
