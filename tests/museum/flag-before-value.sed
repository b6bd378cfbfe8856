# There is no fence between the value and the flag, so other blocks may see the
# flag first.
# found in: made up; the report asks for this fence
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: race on prefixes[...]: kernel.cu:...reads it and kernel.cu:...writes it
# says: Add __threadfence() between kernel.cu:...and kernel.cu:
s/__threadfence(); \/\* \[1\].*//
