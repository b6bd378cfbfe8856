# Only the lowest bit of a flag is tested, but every flag other than 0 marks a
# head.
# found in: made up
# algorithm: segmented_scan:one_pass,block=32,items=2
# options: -n 2..40 --bytes 4
# says: out[...] is [0,1], want element 1
s/flags\[i\] != 0 : true/flags[i] \& 1 : true/
s/now.flag\[i\] != 0/now.flag[i] \& 1/
