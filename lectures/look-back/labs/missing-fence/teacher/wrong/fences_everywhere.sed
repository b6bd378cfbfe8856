# The reader has extra fences, to be sure that there are enough.
# breaks: costs
# says: fences
s/^    __threadfence(); \/\* \[2\]/    for (int k = 0; k < 3; k++)\n        __threadfence();\n&/
