# The tags of status words count modulo 3, so a flag that was written three
# launches ago, and not since, counts as fresh.
# found in: two look-back scans
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96,32 --schedule inorder,adversary,random:1,random:2
# says: uninitialised: ...which no thread has written; as the very first run it is right
s/tiles.launch = launch;/tiles.launch = launch % 3;/
