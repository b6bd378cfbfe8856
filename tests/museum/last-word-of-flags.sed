# The kernel loads the word that contains the last flags, but this word can
# end past the end of the array.
# found in: made up
# algorithm: segmented_scan:one_pass,block=32,items=2
# options: -n 2..40 --bytes 4
# says: out of bounds:
# says: reads 4 bytes at flags[...]
/^DEVICE uint32_t heads_by_votes/,/^}/s/^    const int lane = lane_of_thread();/&\n    if (n > 0 \&\& (uint64_t)flags % 4 == 0 \&\& lane == 0 \&\&\n        *(const uint32_t *)(flags + (n - 1) \/ 4 * 4) != 0 \&\& n == 0)\n        return 0;/
