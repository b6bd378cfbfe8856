# The code uses the thread's number instead of the lane's. The cells of a wave begin at
# the wave's cell 0, so lane 0 has index 0 in every wave.
# says: race on cell[31]
/FILL \[A\]/,/END \[A\]/s/lane >= stride/(int)threadIdx.x >= stride/
