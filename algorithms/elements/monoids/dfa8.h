/* dfa8.h - what a piece of text does to an automaton with 8 states.
 *
 * to[k], 0..7, is the state after the text if the state before it was k; op
 * concatenates two pieces of text. So the scan of the characters' functions
 * gives the states at all characters: lexical analysis in parallel. Not
 * commutative.
 * Source: Hillis and Steele, Data parallel algorithms, CACM 1986.
 */
typedef struct {
    uint8_t to[8];
} __attribute__((aligned(8))) T; /* so that it is copied as one word */

#define COMPONENT uint8_t

DEVICE T identity(void)
{
    T r;
    for (int k = 0; k < 8; k++)
        r.to[k] = (uint8_t)k;
    return r;
}

DEVICE T op(T f, T g)
{
    T r;
    for (int k = 0; k < 8; k++)
        r.to[k] = g.to[f.to[k] & 7]; /* & 7: no read beyond the table */
    return r;
}

#ifdef HOST
static inline T dfa8_draw(uint64_t bits)
{
    T r;
    for (int k = 0; k < 8; k++)
        r.to[k] = (uint8_t)(bits >> 8 * k & 7);
    return r;
}
#define DRAW(bits) dfa8_draw(bits)
#endif
