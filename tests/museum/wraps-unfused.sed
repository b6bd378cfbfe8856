# In one of its forms the launch's number comes again after 13 launches.
# found in: made up
# algorithm: map_scan:block=64,items=2
# options: -n 427 --bytes 4
# says: unfused,...: op was given memory that holds no element of this run
s/tiles.launch = launch;/tiles.launch = FORM == UNFUSED ? (launch - 1) % 13 + 1 : launch;/
