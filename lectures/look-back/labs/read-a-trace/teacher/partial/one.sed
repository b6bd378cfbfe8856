# One question is answered.
# gets: 20
s/^\(waits\|ends at\|joined\|last\): .*/\1:/
