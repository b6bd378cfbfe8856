# Flag and value are two words with a fence only between the loads, so the
# flag may be seen before the value.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4,status=packed,publish=chained
# options: -n 70
# says: read an older value of flags with values[
# says: If it must see that store: add __threadfence() after kernel.cu:
s/^        tiles->words\[(uint64_t)tile \* WORDS_OF_T + k\] =$/        { volatile uint32_t *const half = (volatile uint32_t *)\&tiles->words[(uint64_t)tile * WORDS_OF_T + k];/
s/^            tag << 32 | word_of(&value, k);$/            half[0] = word_of(\&value, k); half[1] = (uint32_t)tag; }/
s/^        look.word\[k\] = tiles->words\[(uint64_t)tile \* WORDS_OF_T + k\];$/        { const volatile uint32_t *const half = (const volatile uint32_t *)\&tiles->words[(uint64_t)tile * WORDS_OF_T + k]; const uint64_t tag = half[1]; __threadfence(); look.word[k] = tag << 32 | half[0]; }/
