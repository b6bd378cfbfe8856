/* verdict_json.h - the verdicts of verify, for graders and CI: one JSON
 * document.
 *
 *     {"scanlab": "0.2", "device": "simt", "right": false, "verdicts": [
 *       {"algorithm": "kogge_stone", "variant": "block=32", "verdict": "wrong",
 *        "finding": "race on cells[1]: ...", "again": "scanlab verify ..."}]}
 *
 * All members: verdict_json_add().
 */
#ifndef VERDICT_JSON_H
#define VERDICT_JSON_H

#include "verify.h"

#include <jansson.h>

/* Appends an object to the array `verdicts`: `algorithm` and `variant` as on
 * the command line; `verdict`, one of "proved" (simt), "right" (for the runs
 * made), "wrong" and "not judged", from the status; `runs`, the number that
 * were right. Proved or right: `least_n`, `largest_n`, `settings` (number of
 * different parameter settings), `each_value_of` (names of parameters),
 * `not_tried` (values, with `not_tried_why`), `sizes_refused`. Not on simt:
 * `races` reported by ThreadSanitizer, or null in a build without it. Always:
 * `notes` (lines that are not findings). Wrong or not judged: `finding` (one
 * sentence), `words` (explanation, in lines), `again` (the command that
 * reproduces it), `trace` (the file with its trace, or null). False: no memory.
 */
bool verdict_json_add(json_t *verdicts, const struct verify_job *job,
                      const struct verify_tally *tally, enum status status,
                      const struct problem *finding, const char *trace);

/* Prints the document, with a description of the runs: `sizes` or NULL,
 * `bytes`, `schedules` or NULL, and the memory model explored. MACHINE_LACKS:
 * no memory. */
enum status verdict_json_print(json_t *verdicts, const struct verify_job *job,
                               const char *sizes, const char *bytes,
                               const char *schedules, struct problem *why);

#endif
