# As in the course, for GPUs whose lanes advanced together: no lane waits. On a GPU
# since Volta this is a race.
# says: race on cell[
/__syncwarp(); \/\* \[[12]\]/d
