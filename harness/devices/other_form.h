/* other_form.h - a user's file that has the kernels of another form. */
#ifndef OTHER_FORM_H
#define OTHER_FORM_H

#include "execution.h"

/* True: the user's code has that step's kernel, with its parameters. */
typedef bool takes_step(const void *code, const struct step *step);

/* After a launch whose kernel is not in the code: if the code has all kernels
 * of a variant or of a named parameter value, adds its name to the sentence. */
void other_form_tell(const struct setup *setup, takes_step *takes,
                     const void *code, enum status status, struct problem *why);

#endif
