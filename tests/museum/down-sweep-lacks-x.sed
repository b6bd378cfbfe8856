# A bracket lacks the name of its array, so C++ takes the bracket for a
# lambda.
# found in: Euro-Par 2022, listing 3, line 10
# algorithm: blelloch:block=32
# options: -n 33
# verdict: not judged
# says: kernel.cu:...: error:
s/cell\[place(left)\] = parent/[place(left)] = parent/
