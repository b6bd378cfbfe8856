# Each pair is scanned from 0, so the smaller layer has no effect.
# found in: Euro-Par 2022, section 3.2, the step in the text
# kernel: listings/layers.cu
# algorithm: kogge_stone:block=32
# options: -n 32
# says: out[2] is [2,2], want [0,2]: elements 0..1 are missing
s/scan_pair(down\[d\]\[t\]/scan_pair(identity()/
s/scan_pair(down\[0\]\[t\]/scan_pair(identity()/
