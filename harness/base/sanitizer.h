/* sanitizer.h - whether this program is built with ThreadSanitizer. */
#ifndef SANITIZER_H
#define SANITIZER_H

#if defined __has_feature
#if __has_feature(thread_sanitizer)
#define WATCHES_RACES /* clang's macro for this */
#endif
#elif defined __SANITIZE_THREAD__
#define WATCHES_RACES
#endif

#endif
