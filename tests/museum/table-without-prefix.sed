# Table 2 has no row (anything, Prefix). There the right operand must be the
# whole result, since it includes everything on its left.
# found in: the Futhark report, table 2
# algorithm: lookback:one_thread,block=32,items=1,window=4
# options: -n 512 --schedule inorder,adversary,random:1,random:2
# says: counted twice
s/left->state == X || state != A/left->state == X || state == X/
