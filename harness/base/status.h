/* status.h - how a function reports an error.
 *
 * The values are the program's exit codes, except NOT_JUDGED (status_exit()). A
 * function that can fail for an external reason (a missing file, a size that
 * does not parse) takes a `struct problem` and returns a status; the one
 * sentence in the problem is passed up to main, which prints it. A bug in the
 * program is caught by an assert instead.
 *
 *     if (n > limit)
 *         return problem_set(why, WRONG_USE, "n = %zu is above %zu", n, limit);
 */
#ifndef STATUS_H
#define STATUS_H

enum status {
    OK = 0,
    CHECK_FAILED = 1,  /* the program works, the checked code does not */
    WRONG_USE = 2,     /* an argument, a file or a line is wrong */
    MACHINE_LACKS = 3, /* memory, disk, a GPU, a compiler, a program */
    /* Code under test that did not run, or did not finish: it does not compile,
     * or needs something that this machine does not have or does not know.
     * Neither right nor wrong. */
    NOT_JUDGED = 4
};

/* The exit code; for NOT_JUDGED it is 3 as well. */
int status_exit(enum status status);

/* "WRONG" or "NOT JUDGED", for a status other than OK; and the same in lower
 * case, for JSON. */
const char *verdict_word(enum status status);
const char *verdict_key(enum status status);

/* One line that names the culprit and the correction; for a finding, also the
 * case that shows it, else "". */
struct problem {
    char line[1024];
    char found_in[512]; /* "kogge_stone:block=32, inclusive, n = 3" */
};

/* Writes the sentence, without a case, and returns `status`, so that the caller
 * can return it in turn. Newlines become spaces: a problem is one line. `why`
 * may be NULL. */
enum status problem_set(struct problem *why, enum status status,
                        const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Stores the case that shows the finding. */
void problem_found_in(struct problem *why, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The entry of `names` (NULL-terminated) that is nearest to `typed` by edit
 * distance, or NULL if none is near enough. */
const char *nearest_name(const char *typed, const char *const *names);

#endif
