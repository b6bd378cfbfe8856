# The flag is only the state, so a flag left by an earlier launch is taken for a new one.
# says: livelock
s/tiles->launch \* 4 + state;/state;/
