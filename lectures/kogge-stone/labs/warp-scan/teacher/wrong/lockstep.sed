# No lane waits, as in the course, which was for GPUs whose lanes advanced together. On a
# GPU since Volta this is a race.
# says: race on cell[
/__syncwarp(); \/\* \[[12]\]/d
