# A pass does not clear the words of the next pass, so these words are read as
# flags before any thread has written them.
# found in: made up
# algorithm: radix_sort:bits=4,block=32,items=2,single_sweep
# options: -n 100
# says: race on words of ... passes[...]
# says: nothing from this run was in it
/^            sweep->next\[.*= 0;$/d
