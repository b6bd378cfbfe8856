# An element of several words is accepted as soon as the tag of its first word
# has arrived.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4,status=packed,store=coalesced,transpose=strided_write,shared=separate
# options: -n 70
# says: torn...T of 8 bytes
/^    for (int k = 1; k < WORDS_OF_T; k++)$/,/^        whole &=/d
