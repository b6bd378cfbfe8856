# The other threads read the number before thread 0 has drawn it.
# breaks: starts
# says: race on drawn
/\[3\] all wait/d
