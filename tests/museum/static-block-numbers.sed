# A tile's number is its block's number, and there are more blocks than can
# run at the same time. The running blocks wait for blocks that have no room.
# found in: early single-pass scans
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96 --resident 2 --schedule reverse
# passes: --schedule inorder --resident 2
# says: needs blocks to start in order
s/if (!TICKETS)/if (1)/
