# The flag is the state alone: what an earlier launch has left is taken for news.
# says: livelock
s/tiles->launch \* 4 + state;/state;/
