/* page_data.h - a recording as JSON, for the scripts of a page: what C has
 * found out, so that they only draw.
 */
#ifndef PAGE_DATA_H
#define PAGE_DATA_H

#include "scenes/screen.h"

#include <jansson.h>
#include <stdio.h>

struct page {
    FILE *out;
    struct screen *screen;
    const struct recording *recording; /* the one that is written */
    const struct view *view;
    json_t *words;  /* texts that are told of by number */
    json_t *number; /* of each */
    bool good;      /* false: out of memory */
};

extern const char *const page_colours[COLOURS]; /* their names */

void page_put_data(struct page *page);

/* Its part that the memory scene needs, and the network's. */
void page_put_memory(struct page *page);
void page_put_network(struct page *page);

/* The number of a text, a new one if need be. */
long page_word(struct page *page, const char *text);

#endif
