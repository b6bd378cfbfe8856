/* option_keys.h - argp keys of the shared options that have no letter. Used
 * only by options.c, which lists them, and options_parse.c, which parses them.
 */
#ifndef OPTION_KEYS_H
#define OPTION_KEYS_H

enum {
    KEY_THREADS = 0x1000,
    KEY_SOURCE,
    KEY_CARRY,
    KEY_KIND,
    KEY_SCHEDULE,
    KEY_RESIDENT,
    KEY_MACHINE,
    KEY_LOCKSTEP,
    KEY_STRICT_BARRIERS,
    KEY_COLUMN,
    KEY_FORMAT,
    KEY_SEED,
    KEY_DRAWN,
    KEY_PREDICATE,
    KEY_KEY,
    KEY_PRODUCT,
    KEY_MAP,
    KEY_ACROSS,
    KEY_JOIN,
    KEY_PARAMETER
};

#endif
