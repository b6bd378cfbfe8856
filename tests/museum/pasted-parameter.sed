# A parameter is named by two halves, and wrong only with a value that no default
# has: every value of it has to be tried all the same.
# found in: made up
# algorithm: blelloch
# options: -n 128 --bytes 4
# says: padded, ...: race on cell[...writes it and ...writes it
/^#ifndef PADDING/,/^#endif/c\
#define OPTION(x) PADD##x\
#define LOOSE OPTION(ING)
s/PADDING/LOOSE/g
s/^    return at;/    return LOOSE \&\& cell == SECTION - 1 ? at - 1 : at;/
