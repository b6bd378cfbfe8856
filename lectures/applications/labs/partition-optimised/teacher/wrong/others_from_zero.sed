# The others also begin at 0, since num_ts is not added.
# breaks: one each
# says: race on tile[
s/num_ts + first - left/first - left/
