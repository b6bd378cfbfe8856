# Each way back begins with fences, so that they are surely enough.
# breaks: costs
# says: fences
s/^    __threadfence(); \/\* \[2\]/    for (int k = 0; k < 3; k++)\n        __threadfence();\n&/
