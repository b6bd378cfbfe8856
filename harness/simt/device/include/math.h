/* math.h - math_words.h, included before a kernel's first line, has its names;
 * libm's own header would declare some of them twice. */
