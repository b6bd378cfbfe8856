/* lab_report_html.h - a report for a student, as one self-contained page
 * without scripts. */
#ifndef LAB_REPORT_HTML_H
#define LAB_REPORT_HTML_H

#include "lab_report.h"

void lab_write_html(const struct report *report, const char *student, FILE *to);

#endif
