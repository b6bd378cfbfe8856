# With as many threads as one multiprocessor takes in half.
s/^settings:.*/settings: block=512, items=2/
