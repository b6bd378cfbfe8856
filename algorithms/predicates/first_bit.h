/* first_bit.h - elements whose first bit is set, whatever they are: verify
 * tries real elements with it. */
DEVICE bool keeps(T x)
{
    uint32_t word;

    memcpy(&word, &x, sizeof word);
    return word & 1;
}
