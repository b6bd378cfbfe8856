# The number of others before the thread is assumed to equal that of the kept ones.
# breaks: one each
# says: race on tile[
s/num_ts + first - left/num_ts + left/
