# The state of two words is taken from only one of them. The count may then be
# that of all tiles up to this one, while the last head is that of this tile
# alone, which has none.
# found in: made up
# algorithm: rle:one_pass
# options: --bytes 4
# says: want
/^    return state_of(status, count) == state_of(status, last)/,/: 0;/c\
    return state_of(status, last) ? state_of(status, count) : 0;
