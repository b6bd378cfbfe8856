/* math.h - math_words.h, included before a kernel's first line, declares its
 * names; libm's own header would declare some of them twice. */
