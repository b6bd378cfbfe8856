# Other settings, left as they are by default.
s/^settings:.*/settings: block=64, items=16, window=32, tickets=1/
