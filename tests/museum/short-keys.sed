# The kernel compares only half of a key's bits.
# found in: made up
# algorithm: rle:block=32,items=2
# options: -n 300..310 --bytes 4
# says: want
s/own != left/(uint32_t)own != (uint32_t)left/
