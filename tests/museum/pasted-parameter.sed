# A parameter is named by two pasted halves, and the kernel is wrong only with
# a value that is not a default. `verify` must still try every value of the
# parameter.
# found in: made up
# algorithm: blelloch
# options: -n 128 --bytes 4
# says: padded, ...: race on cell[...writes it and ...writes it
/^#ifndef PADDING/,/^#endif/c\
#define OPTION(x) PADD##x\
#define LOOSE OPTION(ING)
s/PADDING/LOOSE/g
s/^    return at;/    return LOOSE \&\& cell == SECTION - 1 ? at - 1 : at;/
