/* string.h - the part of the C header that the viewer's scenes use. */
#ifndef SCANVIZ_STRING_H
#define SCANVIZ_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t most);
char *strchr(const char *text, int letter);
char *strstr(const char *text, const char *part);
size_t strspn(const char *text, const char *letters);
size_t strcspn(const char *text, const char *letters);

#endif
