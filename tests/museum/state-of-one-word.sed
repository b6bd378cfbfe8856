# Takes the state of two words from one of them: the count may be of all tiles
# up to it, and the last head of the tile alone, which has none.
# found in: made up
# algorithm: rle:one_pass
# options: --bytes 4
# says: want
/^    return state_of(status, count) == state_of(status, last)/,/: 0;/c\
    return state_of(status, last) ? state_of(status, count) : 0;
