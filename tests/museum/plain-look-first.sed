# A thread reads a word plainly, and then as a flag, while another thread,
# which has seen a flag without a fence, writes the word. The plain read races
# with that write.
# found in: made up
# algorithm: kogge_stone:block=64
# options: -n 1..70 --bytes 4
# says: race on x:
s/^    if (i < count)$/    __shared__ unsigned x, done;\n    if (i == 0)\n        x = done = 0;\n    __syncthreads();\n    if (i == 0) {\n        const unsigned plain = x;\n        __threadfence_block();\n        *(volatile unsigned *)\&done =\n            1 + (plain \& *(volatile unsigned *)\&x \& 0);\n    }\n    if (i == 32) {\n        while (*(volatile unsigned *)\&done == 0)\n            ;\n        *(volatile unsigned *)\&x = 7;\n    }\n    __syncthreads();\n&/;t once
b
:once
n
b once
