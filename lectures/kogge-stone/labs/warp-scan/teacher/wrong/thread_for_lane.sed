# The cells of a wave begin at the wave's cell 0, so that lane 0 has index 0 in every
# wave: the thread's number is another one.
# says: race on cell[31]
/FILL \[A\]/,/END \[A\]/s/lane >= stride/(int)threadIdx.x >= stride/
