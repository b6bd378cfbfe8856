# A tile takes in only the total of the previous tile: right for two tiles, wrong for three.
# says: are missing
/^    for (uint64_t k = 1; k < count; k++)/,/totals\[k\] = op/d
