# Words of an aggregate and of a prefix are taken for one value, because they
# are from the same launch.
# found in: made up
# algorithm: lookback:block=64,items=2,window=4
# options: --bytes 8
# says: out[...] was computed from a torn element...packed, 
s/look.word\[k\] >> 32 == look.word\[0\] >> 32/look.word[k] >> 34 == look.word[0] >> 34/
