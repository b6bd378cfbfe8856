# __syncwarp() in place of the first fence: thread 0 waits for lanes that wait.
# breaks: two tiles
# says: livelock
s|^    __threadfence(); /\* \[1\].*|    __syncwarp();|
