/* math.h - math_words.h, which comes before a kernel's first line, has its
 * words; libm's own header would declare some of them twice. */
