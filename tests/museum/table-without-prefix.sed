# Table 2 has no row (anything, Prefix): there the right one stands alone, since
# all on the left is in it already.
# found in: the Futhark report, table 2
# algorithm: lookback:one_thread,block=32,items=1,window=4
# options: -n 512 --schedule inorder,adversary,random:1,random:2
# says: counted twice
s/left->state == X || state != A/left->state == X || state == X/
