# The others begin at 0, too: num_ts is not added.
# breaks: one each
# says: race on tile[
s/num_ts + first - left/first - left/
