/* start.h - a lab's folder for a student: the sheet with its glossary, the
 * skeleton under the name of the student's file, other files that the sheet
 * mentions, and a .gitignore. Links and commands of the sheet work there.
 * Solutions are not copied. */
#ifndef START_H
#define START_H

#include "lab.h"

/* WRONG_USE: the folder cannot be created, or already contains one of these
 * files; in that case nothing is written. Files are never overwritten. `work`:
 * the skeleton's new path. */
enum status lab_start(const struct lab *lab, const char *folder, char *work,
                      size_t size, struct problem *why);

/* Writes the name by which a student runs this program: "scanlab" if it is in
 * PATH, else its path. */
void lab_program(char out[PATH_MAX]);

#endif
