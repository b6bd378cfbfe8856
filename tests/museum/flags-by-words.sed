# Four flags are loaded as one word wherever they begin, but an array of bytes
# may begin at any byte.
# found in: made up
# algorithm: segmented_scan:one_pass,block=32,items=4
# options: -n 128..140 --bytes 4
# says: misaligned: ...arrays misaligned
# says: reads 4 bytes at flags[...], whose address is not a multiple of 4
s/= M % 16 == 0  ? 16/= 0 ? 16/
s/: M % 8 == 0 ? 8/: 0 ? 8/
s/(uint64_t)flags % FLAG_BYTES == 0/true/
