# A count of 8 bytes is written as one of 4 bytes, so the other 4 bytes keep
# their old value.
# found in: made up
# algorithm: filter:block=32,items=2,one_pass
# file: applications/compaction/kept_one_pass.h
# options: -n 40
# says: count[0] was only partly written: 4 of its 8 bytes
# says: kernel.cu:...stored it
s/\*count = before + all;/*(uint32_t *)count = (uint32_t)(before + all);/
