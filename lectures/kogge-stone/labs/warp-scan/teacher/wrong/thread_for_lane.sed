# The cells of a wave begin at the wave's cell 0, so that lane 0 has index 0 in every
# wave: the thread's number is another one.
# says: element 32 is missing
s/const int lane = lane_of_thread();/const int lane = (int)threadIdx.x;/
