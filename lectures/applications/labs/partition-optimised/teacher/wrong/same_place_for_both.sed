# The others before the thread are taken for as many as the kept ones.
# breaks: one each
# says: race on tile[
s/num_ts + first - left/num_ts + left/
