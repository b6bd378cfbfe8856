# __syncwarp() replaces the first fence, so thread 0 waits for lanes that wait elsewhere.
# breaks: two tiles
# says: livelock
s|^    __threadfence(); /\* \[1\].*|    __syncwarp();|
