/* simplest_case.c - see simplest_case.h. */
#include "simplest_case.h"

/* The settings of a case besides its n, a bit each. */
enum setting {
    SET_SHIFTED = 1,
    SET_IN_PLACE = 2,
    SET_CARRY = 4,
    SET_RESIDENT = 8, /* enough resident blocks to fill a window */
    SET_WEAK = 16,    /* loads of flags may return older values */
    SETTINGS = 32
};

static unsigned settings_of(const struct wrong_case *wrong)
{
    return (wrong->of.shifted ? SET_SHIFTED : 0u) |
           (wrong->of.in_place ? SET_IN_PLACE : 0u) |
           (wrong->of.carry ? SET_CARRY : 0u) |
           (wrong->unit->starves ? SET_RESIDENT : 0u) |
           (wrong->rounds > 0 ? SET_WEAK : 0u);
}

static int count_of(unsigned settings)
{
    int count = 0;

    for (; settings; settings &= settings - 1)
        count++;
    return count;
}

static void make(const struct wrong_case *wrong, unsigned settings,
                 struct verify_case *only, struct unit *out)
{
    *only = wrong->of;
    only->shifted = settings & SET_SHIFTED;
    only->in_place = settings & SET_IN_PLACE;
    only->carry = settings & SET_CARRY;
    *out = *wrong->unit;
    out->only = only;
    out->again = true;
    out->sizes = &only->n;
    out->size_count = 1;
    out->entries = false;
    out->starves = settings & SET_RESIDENT;
    /* Runs after the last round belong to no other round. */
    if (wrong->round + 1 < wrong->unit->rounds) {
        out->in_turn = true;
        out->remembers = false;
    }
    out->first_round += wrong->round;
    out->rounds = 1;
    if (wrong->rounds > 0 && !(settings & SET_WEAK)) {
        out->newest = out->in_turn = true;
        out->remembers = false;
        out->first_round = 0;
        out->rounds = wrong->rounds;
    }
}

int simplest_case_units(const struct wrong_case *wrong,
                        struct verify_case only[MAX_PLAINER],
                        struct unit out[MAX_PLAINER])
{
    const unsigned all = settings_of(wrong);
    int units = 0;

    for (int count = 0; count <= count_of(all); count++)
        for (unsigned settings = 0; settings < SETTINGS; settings++)
            if ((settings & ~all) == 0 && count_of(settings) == count) {
                make(wrong, settings, &only[units], &out[units]);
                units++;
            }
    return units;
}
