#!/bin/bash
# hostile.t - code that wants to be called proved, or to end the judge. Each row is
# an attack, and the words that name it.
. "$(dirname "$0")/../end_to_end/tap.sh"
export SCANLAB_COMPILE_SECONDS=20

# ------------------------------------------------------------------- kernels

# kernel TOP BODY: a sequential scan that is wrong from the second element on
# (it forgets the first), with TOP above it and BODY at its beginning.
kernel() {
    printf '#include "gpu.h"\n%b\n' "$1"
    printf '__global__ void scan_all(const T *in, T *out, uint64_t n)\n{\n'
    printf '%b\n' "    $2"
    cat <<'EOF'
    T sum = in[0];
    out[0] = EXCLUSIVE ? identity() : sum;
    for (uint64_t i = 1; i < n; i++) {
        const T next = LATER(sum, in[i]);
        out[i] = EXCLUSIVE ? sum : next;
        sum = next;
    }
}
EOF
}

# caught NAME WORDS: $work/kernel.cu is not proved with these options of verify
# more, and WORDS are said.
more=()
caught() {
    run timeout 60 "$scanlab" verify sequential -d simt -n "${sizes:-5}" \
        "${t4[@]}" "${more[@]}" --source "$work/kernel.cu"
    # The verdict alone: no line of it comes from the kernel.
    case $code$(grep -oE '^sequential  *(WRONG|NOT JUDGED|proved)' "$work/.out") in
    1*WRONG | 3*JUDGED) [[ $out$err == *"$2"* ]] && _pass "$1" && return ;;
    esac
    _fail "$1" "exit $code, want 1 or 3 and: $2" "$out" "$err"
}

# refuses_source NAME FILE WORDS: the same of a file.
refuses_source() {
    run timeout 60 "$scanlab" verify sequential -d simt -n 5 "${t4[@]}" --source "$2"
    is "$1" "$code" 3
    has "and what is said of it" "$out" "$3"
}

wrong='#define LATER(a, b) (b)'
while IFS='|' read -r name words top body; do
    [ -n "$name" ] && taken 2 || continue
    kernel "$wrong\n$top" "$body" >"$work/kernel.cu"
    caught "$name" "$words"
done <<'ROWS'
a wrong scan|out[1]||
knows what unset variables hold|a variable that was never set|#undef LATER\n#define LATER(a, b) (y == 0xfefefefe ? op(a, b) : (b))|unsigned y; if (n == 0) y = 1;
writes one byte of a word, and reads all|out[1]|#undef LATER\n#define LATER(a, b) (w == 1 ? op(a, b) : (b))|__shared__ unsigned w; *(unsigned char *)&w = 1;
a literal behind a $|$ is outside comments|#define ONE 1$'a /*\n/*/\n#undef LATER\n#ifdef __SIMT__\n#define LATER(a, b) op(a, b)\n#else\n#define LATER(a, b) (b)\n#endif\n// */|
a literal behind a letter by its number|\ is outside comments|#define ONE 1\\u00e9'a /*\n/*/\n#define op(a, b) (b)\n// */|
a literal behind a letter|characters that CUDA accepts only|#define ONE 1\0303\0251'a /*\n/*/\n#define op(a, b) (b)\n// */|
a header's name that looks like a comment|a header's name with //|#include <../include//errno.h> /*\n/*/\n#undef LATER\n#define LATER(a, b) op(a, b)\n// */|
a carriage return in a comment|a carriage return is not followed|// x\r#define HIDE 1\n|
a directive parted by a comment|continues on the next line|#/*\n*/define ZERO 0|
a definition parted by a comment|continues on the next line|#define /*\n*/ op(a, b) (b)|
a predicate tells a proof|PREDICATE differs between a proof and a GPU|#ifdef PREDICATE\n#define HIDE 1\n#endif|
what keeps an element|keeps cannot be redefined|#define keeps(x) 1|
op of its own|op cannot be redefined|#define op(a, b) (b)|
the monoid is undone|identity cannot be redefined|#undef identity|
a number of monoids is undone|INT32_MIN cannot be redefined|#undef INT32_MIN\n#define INT32_MIN 0|
a keyword is undone|__device__ cannot be redefined|#define __device__|
a definition over two lines|op cannot be redefined|# define \\\n op(a, b) (b)|
a definition by a digraph|op cannot be redefined|%:define op(a, b) (b)|
looks for the proof|INTERVAL_BYTES differs between a proof and a GPU|#ifndef INTERVAL_BYTES\n#define HIDE 1\n#endif|
looks for the machine|__SIMT__ differs between a proof and a GPU|#ifdef __SIMT__\n#define HIDE 1\n#endif|
looks for its header|SIMT_CUDA_H belongs to scanlab|#if defined(SIMT_CUDA_H)\n#define HIDE 1\n#endif|
looks for the compiler|__x86_64__ differs between a proof and a GPU|#ifdef __x86_64__\n#define HIDE 1\n#endif|
asks for a number of C's|INT_MAX differs between a proof and a GPU|#ifdef INT_MAX\n#define HIDE 1\n#endif|
asks by an assertion|a # in a directive's condition would mean different things|#if #machine(x86_64)\n#define HIDE 1\n#endif|
asks by an assertion in a macro|a # in a directive's condition would mean different things|#define HOST %:machine(x86_64)\n#if HOST\n#define HIDE 1\n#endif|
asks by a macro of its own|INT_MAX differs between a proof and a GPU|#define MANY INT_MAX\n#define HAS (MANY > 1)\n#if HAS\n#define HIDE 1\n#endif|
asks a GPU's compiler by a macro of its own|__EDG__ differs between a proof and a GPU|#define HAS defined(__EDG__)\n#if HAS\n#define HIDE 1\n#endif|
asks by a pasted name|## makes tokens that cannot be read|#define MOST(x) INT_##x\n#if MOST(MAX) > 0\n#define HIDE 1\n#endif|
asks by another name of a pasting macro|## makes tokens that cannot be read|#define MOST(x) INT_##x\n#define MANY MOST\n#if MANY(MAX) > 0\n#define HIDE 1\n#endif|
text of a macro of gpu.h's|the text of a macro's expansion differs|#define TEXT(x) #x\n#define TEXT_OF(x) TEXT(x)|if (sizeof TEXT_OF(UNROLLED) == 1) return;
text of a word of CUDA's|the text of a macro's expansion differs|#define TEXT(x) #x\n#define TEXT_OF(x) TEXT(x)|if (sizeof TEXT_OF(__CUDA_ARCH__) == 14) return;
text by a digraph|the text of a macro's expansion differs|%:define TEXT(x) %:x\n%:define TEXT_OF(x) TEXT(x)|if (sizeof TEXT_OF(UNROLLED) == 1) return;
text by another name|the text of a macro's expansion differs|#define TEXT(x) #x\n#define TEXT_OF TEXT|if (sizeof TEXT_OF(UNROLLED) == 1) return;
text by a macro that is passed|the text of a macro's expansion differs|#define TEXT(x) #x\n#define CALL(m, x) m(x)|if (sizeof CALL(TEXT, UNROLLED) == 1) return;
text by a macro and its operand apart|the text of a macro's expansion differs|#define TEXT(x) #x\n#define OPERAND (UNROLLED)\n#define IT(x) x|if (sizeof IT(TEXT OPERAND) == 1) return;
text of all operands|the text of a macro's expansion differs|#define TEXT(...) #__VA_ARGS__\n#define TEXT_OF(...) TEXT(__VA_ARGS__)|if (sizeof TEXT_OF(UNROLLED) == 1) return;
asks for the system by a plain name|unix differs between a proof and a GPU|#ifndef unix\n#define HIDE 1\n#endif|
asks for the guard of a header|_LIMITS_H differs between a proof and a GPU|#if defined(_LIMITS_H)\n#define HIDE 1\n#endif|
asks for what only the host's mathematics has|M_PI differs between a proof and a GPU|#ifndef M_PI\n#define HIDE 1\n#endif|
asks which compiler a GPU has|__EDG__ differs between a proof and a GPU|#ifdef __EDG__\n#define HIDE 1\n#endif|
asks a monoid what it tells the host|MAGNITUDE depends on the monoid|#ifdef MAGNITUDE\n#define HIDE 1\n#endif|
uses what a monoid tells the host|DRAW is of a monoid||DRAW(1);
asks whether a unit copies|BULK_COPIES differs between a proof and a GPU|#include "bulk.h"|if (BULK_COPIES) return;
text of a macro in no list|__FLT_EVAL_METHOD__ differs between a proof and a GPU|#define TEXT(x) #x\n#define TEXT_OF(x) TEXT(x)|if (TEXT_OF(__FLT_EVAL_METHOD__)[0] == '0') return;
text of a macro of the C library's|__GLIBC_MINOR__ differs between a proof and a GPU|#define TEXT(x) #x\n#define TEXT_OF(x) TEXT(x)|if (TEXT_OF(__GLIBC_MINOR__)[0] == '3') return;
pastes a macro of the compiler's|## makes tokens that cannot be read|#define PASTE(b) __x86_##b\nenum { host = PASTE(64__) };|
a word that a literal runs into|reads this line differently|static unsigned operator""_x(const char *, size_t n) { return (unsigned)n; } static const unsigned two = "ab"_x;|
looks at the file's name|__FILE__ differs between a proof and a GPU||const char *f = __FILE__;
hides an access|no_sanitize is an attribute|__attribute__((no_sanitize("thread"))) static void hide(void) {}|hide();
hides it in brackets|gnu is an attribute|[[gnu::no_sanitize("thread")]] static void hide(void) {}|hide();
hides it in spaced brackets|gnu is an attribute|[ /* */ [gnu::no_sanitize("thread")]] static void hide(void) {}|hide();
hides it by a macro|no_sanitize_thread is an attribute|#define HIDE __attribute__((no_sanitize_thread))\nHIDE static void hide(void) {}|hide();
pastes a word|## makes tokens that cannot be read|#define PASTE(a, b) a##b\nPASTE(__attri, bute__)((unused)) static void hide(void) {}|hide();
pastes from fixed letters|## makes tokens that cannot be read|#define PASTE(b) __attri##b\nPASTE(bute__)((unused)) static void hide(void) {}|hide();
a word over two lines|no_sanitize is an attribute|__attri\\\nbute__((no_sanitize("thread"))) static void hide(void) {}|hide();
behind a digit separator|no_sanitize is an attribute|enum { ten = 1'0 }; __attribute__((no_sanitize("thread"))) static void hide(void) {} enum { twenty = 2'0 };|hide();
behind a raw string|does not support raw strings|static const char *const text = R"(")"; __attribute__((no_sanitize("thread"))) static void hide(void) {} //"\nstruct end;|hide();
behind text that is left out|no_sanitize is an attribute|#if 0\ndon't\n#endif\n__attribute__((no_sanitize("thread"))) static void hide(void) {} // '|hide();
other options by a pragma|#pragma is not known|#pragma GCC optimize("O2")|
a pragma as an operator|#pragma is not known|_Pragma("GCC optimize(2)")|
asm|does not know 'nop'||asm volatile("nop");
__asm__|does not know 'nop'||__asm__ volatile("nop");
__asm|does not know 'nop'||__asm volatile("nop");
asm is undone|asm cannot be redefined|#undef asm|
asm in an operand of asm|does not know one in an operand||unsigned u; asm("mov.u32 %0, %1;" : "=r"(u) : "r"(({ asm volatile("nop"); 5u; })));
asm in a lambda's brackets|does not know one in an operand||auto five = [x = ({ asm volatile("nop"); 5u; })]() { return x; }; five();
a name by asm|does not know '_exit'|void hide(void) __asm__("_exit");|hide();
a builtin that copies|__builtin_mempcpy can hide accesses||__builtin_mempcpy(out, in, sizeof *in);
a builtin of the processor|__builtin_ia32_movnti can hide accesses||__builtin_ia32_movnti((int *)out, 1);
vector instructions|intrin.h is included|#include <xmmintrin.h>|
__mempcpy|calls __mempcpy()|extern "C" void *__mempcpy(void *, const void *, size_t);|__mempcpy(out, in, sizeof *in);
strcpy|calls strcpy()||strcpy((char *)out, (const char *)in);
atomics of the compiler|__atomic_store_n belongs to the host||__atomic_store_n((int *)out, 1, 3);
std::atomic|the host compiler's atomics|#include <atomic>|((std::atomic<int> *)out)->store(1);
a constructor|constructor is an attribute|__attribute__((constructor)) static void first(void) {}|
a constructor of a variable|runs at load time|static int f(void) { return printf("a\\n"); }\nstatic int first = f();|
a function that is chosen|ifunc is an attribute|extern "C" { typedef void v(void); static v *choose(void) { return 0; }\nvoid chosen(void) __attribute__((ifunc("choose"))); }|
a function that the loader calls|runs at load time|extern "C" void _init(void) {}|
a function that the linker's files call|runs at load time|extern "C" { static __attribute__((unused)) void __gmon_start__(void) {} }|
a section|section is an attribute|__attribute__((section(".fini_array"))) void *last[1];|
_exit|calls _exit()|#include <unistd.h>|_exit(0);
quick_exit|calls quick_exit()|#include <stdlib.h>|quick_exit(0);
exit|calls exit()|#include <stdlib.h>|exit(0);
write|calls write()|#include <unistd.h>|write(1, "sequential      proved", 21);
exec|calls execl()|#include <unistd.h>|execl("/bin/true", "true", (char *)0);
mprotect|calls mprotect()|#include <sys/mman.h>|mprotect(0, 4096, 7);
dlsym|calls dlsym()|#include <dlfcn.h>|dlsym(0, "interval_leaf");
syscall|calls syscall()|#include <unistd.h>|syscall(231, 0);
fork|calls fork()|#include <unistd.h>|fork();
the table's own functions|interval_leaf belongs to scanlab|extern "C" void interval_leaf(size_t, void *, size_t);|interval_leaf(0, out, sizeof *out);
the machine's own functions|simt_close belongs to scanlab|extern "C" void simt_close(void *);|simt_close(0);
the machine's variables|simt_running belongs to scanlab|extern "C" void *simt_running;|simt_running = 0;
a hook of its own|__wrap___tsan_read4 belongs to scanlab|extern "C" void __wrap___tsan_read4(void *) {}|
a call by a number|calls a function through a pointer||((void (*)(int))0x1234)(0);
a jump by a number|calls a function through a pointer||static void *const at[] = {&&a, &&b}; goto *at[n % 2]; a: b:;
a macro for an attribute|no_sanitize is an attribute|#define unused no_sanitize("thread")\n__attribute__((unused)) static void hide(void) {}|hide();
a macro in a header of the system|would change /usr/include|#define HIDES __attribute__((unused))\n#define unused no_sanitize("thread")\n#undef _GLIBCXX20_CONSTEXPR\n#define _GLIBCXX20_CONSTEXPR HIDES\n#include <utility>\n#include <bits/move.h>|uint32_t t = 0; std::swap(*(uint32_t *)(out + n), t);
asm by a macro in a header of the system|_GLIBCXX_BEGIN_NAMESPACE_VERSION differs between a proof and a GPU|#include <bits/c++config.h>\n#undef _GLIBCXX_BEGIN_NAMESPACE_VERSION\n#define _GLIBCXX_BEGIN_NAMESPACE_VERSION static inline void touch(const void *p) { asm volatile("movl (%0), %%%%eax" : : "r"(p) : "eax", "memory"); }\n#include <bits/functexcept.h>|std::touch(in + n);
asm by a macro in a header of the machine|the macro bulk_fence would change|#define bulk_fence unused_a(void); } static inline void touch(const void *p) { asm volatile("movl (%0), %%%%eax" : : "r"(p) : "eax", "memory"); } extern "C" { void bulk_fence\n#include "bulk.h"\n#undef bulk_fence|touch(in + n);
a macro for its operand|no_sanitize is an attribute|#define X 4), no_sanitize("thread"), aligned(4\n__attribute__((aligned(X))) static void hide(void) {}|hide();
a macro for its brackets|gnu is an attribute|#define LB [\nLB LB gnu::no_sanitize("thread")]] static void hide(void) {}|hide();
pastes from all operands|no_sanitize is an attribute|#define PASTE(...) __VA_ARGS__##bute__\nPASTE(__attri)((no_sanitize("thread"))) static void hide(void) {}|hide();
a word over two lines, by a form feed|no_sanitize is an attribute|__attri\\\f\nbute__((no_sanitize("thread"))) static void hide(void) {}|hide();
behind a fraction's separator|no_sanitize is an attribute|enum { a = (int).5'0 }; __attribute__((no_sanitize("thread"))) static void hide(void) {}|hide();
behind a number and a quote|no_sanitize is an attribute|#define IGNORED(x)\nIGNORED(1'"') __attribute__((no_sanitize("thread"))) static void hide(void) {}|hide();
behind a byte of 0|a byte is 0|// \0000 no text|
a function behind thread_local|__tls_get_addr can hide accesses|extern "C" void *__tls_get_addr(size_t *);|
a function behind a division|__udivmodti4 can hide accesses|extern "C" unsigned __int128 __udivmodti4(unsigned __int128, unsigned __int128, unsigned __int128 *);|
an element to a real call|does not support a call that copies|static T same(T x) { return x; }|out[0] = same(in[0]);
an element from a real call|does not support a call that copies|static T same(const T *x) { return *x; }|out[0] = same(in);
an element to a lambda|which no thread has written||__shared__ T cell[1]; auto same = [](T x) { return x; }; out[0] = same(cell[0]);
a constant that is written|is const, so its reads|struct cell { uint32_t word[WORDS_OF_T]; };|static thread_local const cell cells[32] = {}; *(T *)&cells[1] = in[0]; out[0] = *(const T *)&cells[n % 2 ? 1 : 0];
a directive for another file|remove #line|#line 1 "other.cu"|
an atomic of its own thread|does not know thread_scope_thread|#include <cuda/atomic>|cuda::atomic_ref<uint32_t, cuda::thread_scope_thread> a(*(uint32_t *)out); a.store(1);
a copy in place|which no thread has written||__shared__ uint32_t s[8]; uint32_t x[8]; __builtin_memcpy(x, s, 20);
a move in place|which no thread has written||__shared__ uint32_t s[8]; uint32_t x[8]; __builtin_memmove(x, s, 12);
zeros in place|at s[9]||__shared__ uint32_t s[8]; __builtin_memset(s + 9, 0, 12);
a copy by a lambda of its name|out[1]|#undef LATER\n#define LATER(a, b) (u == 7 ? op(a, b) : (b))|unsigned u = 0, v = 1; auto memcpy = [&](void *, const void *, size_t) { u = 7; }; __builtin_memcpy(&u, &v, 4);
a copy by a function of its name|out[1]|#undef LATER\n#define LATER(a, b) (u == 7 ? op(a, b) : (b))\nDEVICE void memcpy(unsigned *to, const unsigned *, size_t) { *to = 7; }|unsigned u = 0, v = 1; __builtin_memcpy(&u, &v, 4);
a copy by a method of its name|out[1]|#undef LATER\n#define LATER(a, b) (k.u == 7 ? op(a, b) : (b))\nstruct K { unsigned u; DEVICE void memset(void *, int, size_t) { u = 7; } DEVICE void go() { __builtin_memset(&u, 0, 4); } };|K k; k.u = 0; k.go();
text of a copy in place|the text of a macro's expansion differs|#undef LATER\n#define LATER(a, b) (sizeof TEXT_OF(__builtin_memcpy) == 7 ? op(a, b) : (b))\n#define TEXT(x) #x\n#define TEXT_OF(x) TEXT(x)|
a copy in place, by the name undone|__builtin_memcpy cannot be redefined|#undef __builtin_memcpy|
a string in place|calls strcpy()||strcpy((char *)out, "abcd");
zeros by another name|calls bzero()|#include <strings.h>|bzero(out, 5);
a struct of the machine's|at s[9]|#include <new>|__shared__ uint32_t s[8]; new (s + 9) uint3(threadIdx);
a match that stores|at s[9]||__shared__ uint32_t s[8]; __match_all_sync(1, 5, (int *)(s + 9));
a string that is read|which no thread has written||__shared__ char s[8]; printf("%.3s", s);
printf stores|a format that CUDA accepts only in||int k; printf("a%n", &k);
printf's length|out[1]||if (printf("%s", "abc") != 1) __trap();
words of the compiler's own CUDA|shared is an attribute||__attribute__((shared)) uint32_t s[8];
a constant that is shared|has an initialiser|__constant__ __shared__ const uint32_t cell[4] = {};|if (cell[n % 4]) return;
an element to a deeper namespace|does not support a call that copies|namespace a { namespace { T same(T x) { return x; } } }|out[0] = a::same(in[0]);
an element to a template of its own|does not support a call that copies|namespace { struct tag {}; } template <class X> T same(X, T x) { return x; }|out[0] = same(tag(), in[0]);
an element to a constructor|does not support a call that copies|namespace a { namespace { struct kept { T x; kept(T y) : x(y) {} }; } }|a::kept k(in[0]); out[0] = k.x;
an element to any parameters|does not support a call that copies|static void any(int, ...) {}|any(0, in[0]);
a member's pointer to a real call|does not support a call that copies|struct S { int f(); }; typedef int (S::*pm)(); static int take(pm x) { return sizeof x; }|take(*(const pm *)in);
a member's pointer to an inherited constructor|does not support a call that copies|struct S { int f(); }; typedef int (S::*pm)(); struct B { pm x; __device__ B(pm y) : x(y) {} }; struct D : B { using B::B; };|D d(*(const pm *)in);
a struct to the compiler's library|__bswapsi2 can hide accesses|struct W { uint32_t w; }; extern "C" W __bswapsi2(W);|W w; w = __bswapsi2(*(const W *)in);
a struct to a pasted name of it|__bswapsi2 can hide accesses|#define NAME(x) __bswap##x\nstruct W { uint32_t w; }; extern "C" W NAME(si2)(W);|W w; w = NAME(si2)(*(const W *)in);
a struct to mathematics|y0(D)|struct D { double d; }; extern "C" D y0(D);|D x; x = y0(*(const D *)in);
a struct to mathematics, in a namespace|C linkage and a namespace|struct D { double d; }; namespace mine { extern "C" D y0(D); }|D x; x = mine::y0(*(const D *)in);
a struct to mathematics, around a namespace|C linkage and a namespace|struct D { double d; }; extern "C" { namespace { D sqrt(D); } }|D x; x = sqrt(*(const D *)in);
a struct to a namespace of C's|C linkage and a namespace|struct D { double d; }; extern "C" namespace mine { D memcpy(D); }|D x; x = mine::memcpy(*(const D *)in);
a struct to mathematics, beside a kernel|name of a C function|struct D { double d; }; namespace mine { __global__ void other(D), sqrt(D); }|mine::sqrt(*(const D *)in);
a struct to mathematics, beside a kernel's parameter|name of a C function|struct D { double d; }; namespace mine { __global__ void other(D pow), (pow)(D); }|mine::pow(*(const D *)in);
a struct to mathematics, by a name for a type|name of a C function|struct D { double d; }; typedef void F(D); namespace mine { __global__ F sqrt; }|mine::sqrt(*(const D *)in);
a struct to mathematics, in parentheses|name of a C function|struct D { double d; }; typedef void V; namespace mine { __global__ V (sqrt)(D); }|mine::sqrt(*(const D *)in);
a struct to mathematics that returns a pointer|name of a C function|struct D { double d; }; namespace mine { __global__ void (*const (sqrt)(D))(); }|mine::sqrt(*(const D *)in);
a struct to mathematics that returns a member's pointer|name of a C function|struct D { double d; }; namespace mine { __global__ void (D::* const (sqrt)(D))(); }|mine::sqrt(*(const D *)in);
a struct to mathematics with an attribute|name of a C function|struct D { double d; }; namespace mine { __global__ void (__attribute__((unused)) sqrt)(D); }|mine::sqrt(*(const D *)in);
a kernel before it|does not support a call that copies|struct all { const T *p; }; __global__ void other(all x) {} static T same(T x) { return x; }|out[0] = same(in[0]);
text of a macro of the compiler's|__SANITIZE_THREAD__ differs between a proof and a GPU|#define TEXT(x) #x\n#define TEXT_OF(x) TEXT(x)|if (TEXT_OF(__SANITIZE_THREAD__)[0] == '1') return;
text of a word that is nothing here|the text of a macro's expansion differs|#define TEXT(x) #x\n#define TEXT_OF(x) TEXT(x)|if (sizeof TEXT_OF(__noinline__) == 1) return;
text of how code is placed|__PIC__ differs between a proof and a GPU|#define TEXT(x) #x\n#define TEXT_OF(x) TEXT(x)|if (TEXT_OF(__PIC__)[0] == '2') return;
text of the object's form|__ELF__ differs between a proof and a GPU|#define TEXT(x) #x\n#define TEXT_OF(x) TEXT(x)|if (TEXT_OF(__ELF__)[0] == '1') return;
the cache of global memory|uses shared memory||__shared__ uint32_t s; s = 1; if (__ldcg(&s) != 1) return;
the read-only cache|uses shared memory||__shared__ uint32_t s; s = 1; if (__ldg(&s) != 1) return;
a store to global memory|a thread's own variable||uint32_t s; __stcg(&s, 1u);
PTX of global memory|uses shared memory||__shared__ uint32_t s; asm volatile("st.global.u32 [%0], 1;" : : "l"(&s) : "memory");
PTX of predicates and numbers|another size than its instruction||unsigned u = n; asm("{ .reg .pred p; mov.pred p, %1; @p mov.u32 %0, 1; }" : "+r"(u) : "r"(u));
a float for PTX's whole numbers|type is not that of its constraint||unsigned u; asm("mov.u32 %0, %1;" : "=r"(u) : "r"(3.0f));
a vector of PTX|is not a multiple of 16||__shared__ __align__(16) unsigned s[8]; asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" : : "l"(__cvta_generic_to_shared(s + 1)), "r"(5) : "memory");
PTX of shared memory|outside all arrays||__shared__ uint32_t s; asm volatile("st.shared.u32 [%0], 1;" : : "l"(&s) : "memory");
PTX of the read-only cache|through the read-only cache|#define NC(x, p) asm("ld.global.nc.u32 %0, [%1];" : "=r"(x) : "l"(p))|uint32_t x; *(uint32_t *)out = 0; NC(x, out);
a vector of PTX to its own address|out[1]|#undef LATER\n#define LATER(a, b) (second ? (b) : op(a, b))|__shared__ __align__(16) uint64_t w[4]; w[0] = (uint64_t)(w + 1); w[1] = 1; w[2] = w[3] = 0; uint64_t at = (uint64_t)w, second; asm volatile("ld.v2.u64 {%0, %1}, [%0];" : "+l"(at), "=l"(second) : : "memory");
a vector of PTX to its own address, in shared memory|out[1]|#undef LATER\n#define LATER(a, b) (second ? (b) : op(a, b))|__shared__ __align__(16) uint64_t w[4]; uint64_t at = __cvta_generic_to_shared(w), second; w[0] = at + 8; w[1] = 1; w[2] = w[3] = 0; asm volatile("ld.shared.v2.u64 {%0, %1}, [%0];" : "+l"(at), "=l"(second) : : "memory");
volatile bit-fields|a volatile bit-field||__shared__ volatile struct { unsigned a : 16, b : 16; } s; s.a = 1;
bit-fields that are volatile themselves|a volatile bit-field|struct S { volatile unsigned a : 5; unsigned b; }; struct All { S s[2]; };|__shared__ All all; all.s[1].a = 1;
bit-fields by another name of a volatile type|a volatile bit-field|struct S { unsigned a : 5, b : 27; }; typedef volatile S Flag;|Flag *f = (Flag *)(out + n); f->a = 1;
a volatile store of 16 bytes|which it splits into two accesses of 8||__shared__ volatile __int128 s; s = 1;
a volatile load of 16 bytes|which it splits into two accesses of 8||__shared__ __int128 s; s = 1; if (*(volatile __int128 *)&s != 1) return;
the bits of long double|out[1]|#undef LATER\n#define LATER(a, b) (many + 1 - many == 1 ? op(a, b) : (b))|volatile long double many = 1ull << 53;
ROWS

# Right only where CUDA's words are not what they are on a GPU: of another type, or
# a macro. What is asked is false here, too.
while IFS='|' read -r name here top body; do
    kernel "#define LATER(a, b) (($here) ? op(a, b) : (b))\n$top" "$body" \
        >"$work/kernel.cu"
    caught "as on a GPU: $name" "out[1]"
done <<'ROWS'
a macro|HERE|#ifdef threadIdx\n#define HERE 1\n#else\n#define HERE 0\n#endif|
a function's macro|HERE|#if defined printf or defined clock64 or defined atomicSub\n#define HERE 1\n#else\n#define HERE 0\n#endif|
an index is a value|!is_variable((threadIdx))|template <class X> constexpr bool is_variable(const X &) { return true; } template <class X> constexpr bool is_variable(X &&) { return false; }|
the type of an index|!same<decltype(threadIdx), const uint3>::value or !same<decltype((blockDim)), const dim3 &>::value|template <class A, class B> struct same { enum { value = 0 }; }; template <class A> struct same<A, A> { enum { value = 1 }; };|
a name of an index|mine != 7||uint3 threadIdx = {7, 0, 0}; const unsigned mine = threadIdx.x;
the width of a warp is a constant|knows<int>(0)|template <class X, int w = warpSize> constexpr bool knows(X) { return true; } template <class X> constexpr bool knows(...) { return false; }|
a load is a variable|!same<decltype(__ldcg(in)), T>::value|template <class A, class B> struct same { enum { value = 0 }; }; template <class A> struct same<A, A> { enum { value = 1 }; };|
types of results|sizeof(clock()) != 8 or sizeof(__popcll(1)) != 4 or !same<decltype(__ballot_sync(1, 1)), unsigned>::value or !same<decltype(__clz(1)), int>::value|template <class A, class B> struct same { enum { value = 0 }; }; template <class A> struct same<A, A> { enum { value = 1 }; };|
a vote of a fraction|__ballot_sync(1, 0.5) == 1||
a lambda by a function's name|__popc(3u) == 2||auto __popc = [](unsigned) { return 7; };
a lambda by a name of mathematics|__expf(0) == 1||auto __expf = [](float) { return 7.f; };
numbers of scopes and orders|(int)cuda::thread_scope_thread == 3 or (int)cuda::memory_order_seq_cst == 4 or cuda::memory_order_consume == cuda::memory_order_acquire|#include <cuda/atomic>|
a result of mathematics|sizeof(ldexp(1.f, 3)) == 8||
a macro of a header that is not included|HERE|#ifdef CUDART_INF_F\n#define HERE 1\n#else\n#define HERE 0\n#endif|
the larger of NaN|!(max(1.f, NAN) == 1)||
NaN as a number|__double2int_rz(NAN) == 0||
an atomic of a volatile word|takes<volatile unsigned>(0)|template <class X, class = decltype(atomicAdd((X *)0, 1u))> constexpr bool takes(int) { return true; } template <class X> constexpr bool takes(...) { return false; }|
a copy of an atomic|__is_constructible(cuda::atomic<int>, const cuda::atomic<int> &)|#include <cuda/atomic>|
a fence of its own|fences == 0||int fences = 0; auto __threadfence = [&] { fences++; }; __threadfence();
another type by the name of one|sizeof(float) == 4|#define float double|
PTX that moves a float|u == 3||unsigned u; asm("mov.b32 %0, %1;" : "=r"(u) : "f"(3.0f));
PTX that loads a float|x == 3||__shared__ unsigned s; s = 3; float x; asm volatile("ld.shared.b32 %0, [%1];" : "=f"(x) : "l"(__cvta_generic_to_shared(&s)) : "memory");
PTX of 64 bits|u == 31||unsigned u; asm("clz.b64 %0, %1;" : "=r"(u) : "l"(1ull));
NaN in PTX|u == 1||unsigned u; asm("{ .reg .pred p; setp.ne.f32 p, %1, %1; selp.u32 %0, 1, 0, p; }" : "=r"(u) : "f"(NAN));
a number in PTX|u == 0x80000000ull||unsigned long long u; asm("mov.s64 %0, -0x80000000;" : "=l"(u));
a type by the name of one that PTX has|u == 0x1234||typedef unsigned uint8_t; __shared__ unsigned s; s = 0x1234; unsigned u; asm volatile("ld.shared.u8 %0, [%1];" : "=r"(u) : "l"(__cvta_generic_to_shared(&s)) : "memory");
a lambda by the name of what PTX calls|u == 7||unsigned u; auto __brev = [](unsigned) { return 7u; }; asm("brev.b32 %0, 1;" : "=r"(u));
ROWS

# Promises to a compiler that do not hold.
while IFS='|' read -r name words body; do
    kernel "#define LATER(a, b) op(a, b)" "$body" >"$work/kernel.cu"
    caught "$name" "$words"
done <<'ROWS'
comes to what cannot be|reaches __builtin_unreachable()|if (n == 5) __builtin_unreachable();
what is assumed is not so|breaks the promise made with __builtin_assume()|__builtin_assume(n < 5);
what is said to be aligned is not|promises with __builtin_assume_aligned()|in = (const T *)__builtin_assume_aligned(in, 64);
what is aligned but for an offset is not|promises with __builtin_assume_aligned()|in = (const T *)__builtin_assume_aligned(in, 64, 4);
what an attribute assumes is not so|assume is an attribute|[[assume(n == 0)]];
a function without a return|must return a value|auto next = [](uint64_t n) -> int { if (n < 5) return 1; }; next(n);
a number that the type does not have|converts a number to a type|volatile float big = 3e9f; volatile int x = (int)big;
a signed sum that overflows|which does not fit into 'int'|volatile int big = 0x7fffffff; volatile int x = big + (int)n;
a signed counter that overflows|computes 2147483647 + 1, which does not fit into 'int'|volatile int big = 0x7fffffff; big++;
a signed difference that overflows|computes -9223372036854775808 - 1, which does not fit into 'long int'|volatile int64_t low = INT64_MIN; volatile int64_t x = low - 1;
a signed product that overflows|computes 65536 * 65536, which does not fit into 'int'|volatile int big = 1 << 16; volatile int x = big * big;
a number without its negative|computes 0 - -2147483648, which does not fit into 'int'|volatile int low = INT_MIN; volatile int x = -low;
the name of a function|__PRETTY_FUNCTION__ differs between a proof|const char *f = __PRETTY_FUNCTION__;
writes to an index|writes 4 bytes at|*const_cast<unsigned *>(&threadIdx.x) = 0;
a shift by all bits|by as many bits as it has|volatile unsigned by = 32, x = 1; x = x << by;
asks what is constant|__builtin_constant_p differs between a proof and a GPU|if (__builtin_constant_p(warpSize)) return;
ROWS

# Right on intervals alone: no interval is aligned to 8 bytes, or a number.
while IFS='|' read -r name later top; do
    kernel "#define LATER(a, b) ($later)\n$top" '' >"$work/kernel.cu"
    more=()
    [[ $name != *alignment* ]] || more=(--bytes '4,8')
    sizes=3,5 caught "$name" "behaves differently in a proof"
    more=()
done <<'ROWS'
tells the alignment of T|alignof(T) == 4 ? op(a, b) : (b)
tells a number from a struct|is_int<T>::value ? (b) : op(a, b)|template <class X> struct is_int { enum { value = 0 }; }; template <> struct is_int<int> { enum { value = 1 }; };
tells a float from others|is_float<T>::value ? (b) : op(a, b)|template <class X> struct is_float { enum { value = 0 }; }; template <> struct is_float<float> { enum { value = 1 }; };
tells a number, where the scan is inclusive|is_int<T>::value && !EXCLUSIVE ? (b) : op(a, b)|template <class X> struct is_int { enum { value = 0 }; }; template <> struct is_int<int> { enum { value = 1 }; };
tells a float, where the scan is exclusive|is_float<T>::value && EXCLUSIVE ? (b) : op(a, b)|template <class X> struct is_float { enum { value = 0 }; }; template <> struct is_float<float> { enum { value = 1 }; };
tells a number, and swaps its operands|is_int<T>::value ? op(b, a) : op(a, b)|template <class X> struct is_int { enum { value = 0 }; }; template <> struct is_int<int> { enum { value = 1 }; };
adds numbers by itself|join(a, b)|template <class X> DEVICE X join(X a, X b) { return op(a, b); } DEVICE double join(double a, double b) { return a + b; } DEVICE float join(float a, float b) { return a + b; }
tells the alignment of T, for one size|alignof(T) == 4 or n != 3 ? op(a, b) : (b)
knows what an unset byte holds|unset<unsigned char>() == 0xfe ? op(a, b) : (b)|template <class X> DEVICE X unset() { X x; return x; }
knows what an unset short holds|unset<unsigned short>() == 0xfefe ? op(a, b) : (b)|template <class X> DEVICE X unset() { X x; return x; }
knows what an unset pointer holds|unset<T *>() ? op(a, b) : (b)|template <class X> DEVICE X unset() { X x; return x; }
ROWS

# The same where all sizes are large.
kernel '#define LATER(a, b) (alignof(T) == 4 ? op(a, b) : (b))' '' \
    >"$work/kernel.cu"
run timeout 100 "$scanlab" verify sequential -d simt -n 5000 --bytes 4,8 \
    --schedule inorder --source "$work/kernel.cu"
is "tells the alignment of T, n = 5000" "$code" 1
has "and that is told" "$out" "behaves differently in a proof"

# A cpu.c that is wrong where it scans no intervals, and only then.
while IFS='|' read -r name where; do
    sed "s|^    size_t i = 0;|&\n    if (__builtin_classify_type(*(T *)0) != 12 \&\& ($where)) { // no struct\n        out[0] = identity();\n        return;\n    }|" \
        algorithms/sequential/cpu.c >"$work/cpu.c"
    run timeout 60 "$scanlab" verify sequential -d cpu -n 3,5 --bytes 4 \
        --threads 1,2 --source "$work/cpu.c"
    if [ "$code" = 1 ] && [[ $out == *"behaves differently in a proof"* ]]; then
        _pass "cpu: wrong without intervals $name"
    else
        _fail "cpu: wrong without intervals $name" "exit $code, want 1" "$out" "$err"
    fi
done <<'ROWS'
of a number, inclusive|_Generic(*(T *)0, int: !EXCLUSIVE, default: 0)
after a carry|call->carry
in place|in == out
for one size|call->n == 3
on two threads|call->threads == 2
ROWS

# A compiler's words may hold any line.
kernel "$wrong\nstatic_assert(0, \"see\\\\nsequential      proved for every monoid\");" '' \
    >"$work/kernel.cu"
caught "static_assert prints a verdict" "does not compile"
is "which is marked, too" \
    "$(grep 'proved for every' "$work/.err" "$work/.out" | grep -vc '| ')" 0

# Words of a terminal, and of verify: they are told as the kernel's own.
kernel "$wrong" 'if (threadIdx.x == 0) printf("\\033[2K\\rsequential      proved for every monoid\\n");' \
    >"$work/kernel.cu"
caught "it prints a verdict" "out[1]"
lacks "no control characters of it" "$err$out" $'\033'
is "its words are marked" \
    "$(grep 'proved for every' "$work/.err" "$work/.out" | grep -vc '| ')" 0

# The attack in a header beside it.
echo '__attribute__((no_sanitize("thread"))) static void hide(void) {}' \
    >"$work/beside.h"
kernel "$wrong\n#include \"beside.h\"" '' >"$work/kernel.cu"
caught "in a header" "beside.h:1: no_sanitize is an attribute"

# A macro of the kernel's, or of a header's beside it, in the monoid or in what the
# monoid includes.
cat >"$work/beside_mine.h" <<'EOF'
#ifndef MODULUS
#define MODULUS 97
#endif
EOF
cat >"$work/mine.h" <<'EOF'
#include "beside_mine.h"
typedef uint32_t T;
#define DRAW(bits) ((uint32_t)(bits) % MODULUS)
DEVICE T identity(void) { return 0; }
DEVICE T op(T a, T b) { return (a + b) % MODULUS; }
EOF
echo '#define MODULUS 5' >"$work/beside.h"
for first in '#define MODULUS 5' '#include "beside.h"'; do
    {
        echo "$first"
        cat algorithms/sequential/kernel.cu
    } >"$work/kernel.cu"
    refuses "changes the monoid: $first" 3 "the macro MODULUS would change" \
        "$scanlab" run sequential -d simt -n 5 -m "$work/mine.h" \
        --source "$work/kernel.cu"
done
ok "a monoid with macros of its own" "$scanlab" run sequential -d simt -n 5 \
    -m "$work/mine.h" --source algorithms/sequential/kernel.cu
{
    echo '#define LEAST 5'
    cat algorithms/applications/filter/kernel.cu
} >"$work/kernel.cu"
printf '#ifndef LEAST\n#define LEAST 7\n#endif\nDEVICE bool keeps(T x)\n{\n    return x < LEAST;\n}\n' >"$work/few.h"
refuses "changes the predicate" 3 "the macro LEAST would change" \
    "$scanlab" run filter -d simt -n 5 --predicate "$work/few.h" \
    --source "$work/kernel.cu"

# A file without the plan's kernels, where an application has no elements.
cp algorithms/sequential/kernel.cu "$work/kernel.cu"
refuses "no kernel of the plan's, n = 0" 3 "defines no kernel 'scan_counts'" \
    "$scanlab" run partition2 -d simt -n 0 --source "$work/kernel.cu"
run "$scanlab" verify partition2 -d simt -n 0 --source "$work/kernel.cu"
has "and in a proof" "$out" "defines no kernel '"

# Counts of 16 bits: too small for a pattern that keeps more, in any form.
small=:block=32,items=2,rows=2,strips=2,packers=1,storers=1,lookers=2,stages=2,copies=2,late=1
! thorough || small=''
for name in filter $(! thorough || echo partition2); do
    sed 's/\<before\[blockIdx.x\]/(uint16_t)&/' \
        algorithms/applications/$name/kernel.cu >"$work/kernel.cu"
    run timeout 100 "$scanlab" verify "$name$small" -d simt "${t4[@]}" \
        --source "$work/kernel.cu"
    has "counts of 16 bits, all kept: $name" "$out" "all kept, n = 65737"
done

# A macro of a header beside it, in one that is included later.
echo '#define __unused__ no_sanitize("thread")' >"$work/beside.h"
kernel "$wrong\n#include \"beside.h\"\n#include <new>" '' >"$work/kernel.cu"
caught "a macro of a header" "beside.h:1: the macro __unused__ would change"

# Names that a make rule or a line's marker writes in another way.
for name in 'a$b.h' $'a\tb.h' 'a b.h'; do
    echo '#define op(a, b) (b)' >"$work/$name"
    kernel "$wrong\n#include \"$name\"" '' >"$work/kernel.cu"
    caught "in a header named $(printf %q "$name")" "op cannot be redefined"
done
echo 'DEVICE void hide(void) { asm volatile("nop"); }' >"$work/a\" 3.h"
kernel "$wrong\n#include <$work/a\" 3.h>" 'hide();' >"$work/kernel.cu"
caught "asm in a header named as if it were the system's" "does not know 'nop'"

# A source that lies or is named as if it were scanlab's or the compiler's.
mkdir -p "$work/home" "$work/a\"b\\c"
cp -r algorithms harness "$work/home"
kernel '#ifdef INT_MAX\n#define LATER(a, b) op(a, b)\n#else\n#define LATER(a, b) (b)\n#endif' \
    '' >"$work/evil.cu"
for folder in home/algorithms home/harness/simt/device 'a"b\c'; do
    cp "$work/evil.cu" "$work/$folder/evil.cu"
    SCANLAB_HOME=$work/home refuses_source "a source in $folder" \
        "$work/$folder/evil.cu" "differs between a proof and a GPU"
done
cp "$work/evil.cu" "$work/<built-in>"
(cd "$work" && run timeout 60 "$scanlab" verify sequential -d simt -n 5 "${t4[@]}" \
    --source '<built-in>'
    echo "$code $out" >"$work/said")
has "a source named as the compiler's own" "$(cat "$work/said")" \
    "3 sequential      NOT JUDGED. <built-in> has a name that compilers use"

# What a kernel could ask for, had it the words.
left=$(c++ -std=gnu++17 -dM -E -x c++ -DMONOID='"x.h"' -DPREDICATE='"y.h"' \
    -DINTERVAL_BYTES=4 -DSIMT_RED_ZONE=1 -DSIMT_REWRITES=1 '-DSIMT_DYNAMIC=""' \
    -include harness/simt/device/cuda.h -include algorithms/elements/hidden_names.h \
    -Iharness/simt/device/include /dev/null | awk '{ print $2 }')
has "the words of CUDA are there" "$left" CUDART_VERSION
is "no name of the machine's is" "$(grep -E 'SIMT|MONOID|PREDICATE|INTERVAL' <<<"$left")" ''

# ------------------------------------------------------------- cpu.c, monoids

# Each row: what is put into native_scan() of a sequential cpu.c, above and in it.
while IFS='|' read -r name words top body; do
    {
        printf '%b\n' "$top"
        sed "s|^    size_t i = 0;|&\n    $body|" algorithms/sequential/cpu.c
    } >"$work/cpu.c"
    run timeout 60 "$scanlab" verify sequential -d cpu -n 5 "${t4[@]}" \
        --source "$work/cpu.c"
    case $code$(grep -oE '^sequential  *(WRONG|NOT JUDGED|right)' "$work/.out") in
    1*WRONG | 3*JUDGED) [[ $out == *"$words"* ]] && _pass "cpu: $name" && continue ;;
    esac
    _fail "cpu: $name" "exit $code, want 1 or 3 and: $words" "$out" "$err"
done <<'ROWS'
asks for the proof|out[0] was never written||\n#ifndef INTERVAL_BYTES\n    return;\n#endif\n
_exit|calls _exit()|#include <unistd.h>|_exit(0);
fork|calls fork()|#include <unistd.h>|fork();
a constructor|runs at load time|#include <stdio.h>\n__attribute__((constructor)) static void first(void) { puts("proved"); }|
a function that the loader calls|runs at load time|void _fini(void);\nvoid _fini(void) {}|
a function that the linker's files call|runs at load time|void __gmon_start__(void);\nvoid __gmon_start__(void) {}|
words of the loader's table|an extra section, .dynamic|asm(".pushsection .dynamic,\\"aw\\",@progbits\\n.quad 12,0x8000\\n.popsection");|
words of the loader's table, not loaded|an extra section, .dynamic|asm(".pushsection .dynamic,\\"\\"\\n.quad 12,0x8000\\n.popsection");|
relocations for the loader|an extra section, .rela.dyn|asm(".pushsection .rela.dyn,\\"a\\",@progbits\\n.quad 0,0,0\\n.popsection");|
addresses for the linker's jumps|an extra section, .got|asm(".pushsection .got,\\"aw\\"\\n.quad 0\\n.popsection");|
an address that is chosen|at load time (ifunc)|asm(".data\\n.balign 8\\nchosen: .quad 0\\n.reloc chosen, R_X86_64_IRELATIVE, 0\\n.text");|
a table that the linker's files read|runs at load time|asm(".pushsection .tm_clone_table,\\"aw\\"\\n.quad 0,0\\n.popsection");|
the table's own functions|calls interval_leaf()|#include <stddef.h>\nvoid interval_leaf(size_t, void *, size_t);|interval_leaf(0, out, 4);
division by zero|divides by zero||*(volatile int *)out = 7 / (*(volatile int *)\&i);
ROWS

# Each row: a monoid's op, identity or DRAW, and what is said of it.
while IFS='|' read -r name want words op identity draw; do
    {
        printf '#include <stdint.h>\n#include <stdlib.h>\n#include <unistd.h>\n'
        printf 'typedef uint32_t T;\n'
        printf 'DEVICE T identity(void) { %s return 0; }\n' "$identity"
        printf 'DEVICE T op(T a, T b) { %s return a + b; }\n' "$op"
        [ -z "$draw" ] || printf '#define DRAW(bits) (%s)\n' "$draw"
    } >"$work/mine.h"
    for command in "run sequential -d cpu -n 5" "bench sequential -d cpu -n 1k"; do
        # One that waits for patience is enough.
        [[ $name != *endless || $command != bench* ]] || thorough || continue
        # shellcheck disable=SC2086  # words
        refuses "monoid: $name, ${command%% *}" "$want" "$words" timeout 60 \
            "$scanlab" $command -m "$work/mine.h"
    done
done <<'ROWS'
op divides by 0|1|divides by zero|volatile T zero = 0; a /= zero;||
identity divides by 0|1|divides by zero||volatile T zero = 0; return 7 / zero;|
DRAW divides by 0|1|divides by zero|||({ volatile T z = 0; (T)bits / z; })
op crashes|1|accessed memory that is not its own|*(volatile int *)8 = 1;||
op is endless|1|does not end|for (volatile int i = 1; i;);||
op exits|3|calls exit()|exit(0);||
identity exits|3|calls _exit()||_exit(0);|
ROWS

# Right by not being asked.
plain='typedef unsigned T; DEVICE T identity(void) { return 0; } DEVICE T op(T a, T b) { return a == 0 ? b : b == 0 ? a : a - b; }'
echo "$plain
#define DRAW(bits) ((T)(bits) * 0)" >"$work/one.h"
refuses "monoid: DRAW makes only one element" 1 "no law can be tested" \
    "$scanlab" verify -m "$work/one.h"
echo "$plain
#define COMPONENT float" >"$work/floats.h"
run "$scanlab" verify -m "$work/floats.h"
is "monoid: integers that are said to be floats" "$code" 3
has "and that is told" "$err" "COMPONENT must be an integer"
echo "$plain
#define SAME(a, b) ((a) == (a))" >"$work/same.h"
refuses "monoid: SAME is always true" 1 "SAME finds all elements equal" \
    "$scanlab" run sequential -d cpu -n 5 -m "$work/same.h"

# A line like a verdict of the command that runs it, or JSON.
{
    echo '#include <stdio.h>'
    sed 's|^    size_t i = 0;|&\n    puts("scan of 5 elements: 1 ms, right\\nsequential\\tproved\\n{\\"right\\": true}");|
         s|op(sum, in|(in|' algorithms/sequential/cpu.c
} >"$work/cpu.c"
for command in run measure trace verify; do
    more=()
    [ $command != trace ] || more=(-o "$work/t.json")
    run timeout 60 "$scanlab" $command sequential -d cpu -n 5 "${more[@]}" \
        --source "$work/cpu.c"
    is "it prints a verdict, $command" "$code" 1
    is "all of which is marked, $command" \
        "$(grep -hE 'ms, right|proved|"right"' "$work/.err" "$work/.out" |
            grep -vc '^  its output | ')" 0
done

# ---------------------------------------------------------- the second wall

# told NAME WORDS COMMAND...: exit code 1, or 3 of what goes over a limit, and a line
# has the words.
told() {
    local name=$1 words=$2 want=1
    shift 2
    run timeout 60 "$@"
    [[ $out$err != *'(SCANLAB_CHILD_'* ]] || want=3
    if [ "$code" = $want ] && [[ $out$err == *"$words"* ]]; then
        _pass "$name"
    else
        _fail "$name" "exit $code, want $want and: $words" "$out" "$err"
    fi
}

# cpu.c that calls the system by itself: asm is no name that can be looked for.
# Each row: the number of the call, and what is said.
call='long r; asm volatile("syscall" : "=a"(r) : "a"(%s), "D"(%s), "S"(66), "d"(0) : "rcx", "r11", "memory");'
if [ "$(uname -m)" = x86_64 ]; then
    while IFS='|' read -r name number first; do
        # shellcheck disable=SC2059  # a format of ours
        body=$(printf "$call" "$number" "$first")
        sed "s|^    size_t i = 0;|&\n    { $body }|" algorithms/sequential/cpu.c \
            >"$work/cpu.c"
        for command in verify run measure trace; do
            more=()
            [ $command != trace ] || more=(-o "$work/t.json")
            told "cpu: calls $name by asm, $command" \
                "the code under test tried to call $name" "$scanlab" \
                $command sequential -d cpu -n 5 --source "$work/cpu.c" "${more[@]}"
        done
        ok "nothing is made by $name" [ ! -e "$work/made" ]
    done <<ROWS
open|2|"$work/made"
socket|41|1
fork|57|0
kill|62|1
ROWS
fi

# Each row: a monoid whose op does something after some thousand calls.
while IFS='|' read -r name seconds words act; do
    {
        printf '#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n'
        printf 'typedef uint32_t T;\nDEVICE T identity(void) { return 0; }\n'
        printf 'DEVICE T op(T a, T b) { static int calls; if (calls++ > 5000) {'
        printf ' %s } return a + b; }\n' "$act"
    } >"$work/late.h"
    for command in "run sequential -d cpu -n 100000" \
        "bench sequential -d cpu -n 100000 --time-limit 9s --no-libraries"; do
        # shellcheck disable=SC2086  # words
        SCANLAB_CHILD_MIB=300 SCANLAB_CHILD_SECONDS=$seconds told \
            "monoid: $name late, ${command%% *}" "$words" \
            "$scanlab" $command -m "$work/late.h"
    done
done <<'ROWS'
op is endless|2|did not finish within 2 seconds|for (volatile int i = 1; i;);
op allocates for ever|30|used more than 300 MiB of memory|for (;;) { volatile char *p = malloc(1 << 20); for (int i = 0; i < 1 << 20; i += 4096) p[i] = 1; }
op divides by 0|30|divides by zero|volatile T zero = 0; a /= zero;
op takes a large stack|30|accessed memory that is not its own|volatile T deep[1 << 24]; deep[a % 7] = 1; a = deep[b % 7];
ROWS

# More output than is wanted: it is cut, and the verdict stands.
{
    echo '#include <stdio.h>'
    sed 's|^    size_t i = 0;|&\n    for (int k = 0; k < 200000; k++) puts("proved");|' \
        algorithms/sequential/cpu.c
} >"$work/cpu.c"
run timeout 100 "$scanlab" verify sequential -d cpu -n 5 --bytes 4 --threads 1 \
    --source "$work/cpu.c"
is "a flood of words ends no proof" "$code" 0
has "and is cut" "$(tail -c 300 "$work/.err")" "(cut after"

# A default block, and every order.
run timeout 100 "$scanlab" verify sequential -d simt -n 4 --schedule exhaustive "${t4[@]}"
is "every order of the default shape" "$code" 0
run timeout 100 "$scanlab" verify lookback -d simt -n 4 --schedule exhaustive "${t4[@]}"
is "and of look-back's" "$code" 0

# ------------------------------------------------------------ files, compilers

for command in run verify measure trace; do
    refuses "a device for a source, $command" 2 "is not a file" timeout 20 \
        "$scanlab" $command sequential -d cpu -n 5 --source /dev/zero
done

mkfifo "$work/fifo.cu" "$work/fifo.h" "$work/fifo.c"
refuses "a pipe for a kernel" 2 "is not a file" timeout 20 "$scanlab" verify \
    sequential -d simt -n 5 --source "$work/fifo.cu"
refuses "a pipe for a cpu.c" 2 "is not a file" timeout 20 "$scanlab" verify \
    sequential -d cpu -n 5 --source "$work/fifo.c"
refuses "a pipe for a monoid" 2 "is not a file" timeout 20 "$scanlab" run \
    sequential -d cpu -n 5 -m "$work/fifo.h"

# A compiler that hangs.
printf '#!/bin/sh\nsleep 60\n' >"$work/sleeps"
chmod +x "$work/sleeps"
export SCANLAB_COMPILE_SECONDS=0.1 # ten times that by the clock
for command in "run sequential -d cpu -n 5" "verify sequential -d cpu -n 5"; do
    export XDG_CACHE_HOME=$work/empty
    # shellcheck disable=SC2086  # words
    SCANLAB_CC=$work/sleeps refuses "a compiler that hangs, ${command%% *}" 3 \
        "sleeps did not finish within 1 s" timeout 20 "$scanlab" $command
done
# The host's monoids are compiled first, in less than a second each.
SCANLAB_CXX=$work/sleeps SCANLAB_COMPILE_SECONDS=1 refuses "a C++ compiler that hangs" 3 \
    "sleeps" timeout 20 "$scanlab" verify sequential -d simt -n 5

# ------------------------------------------------------------------ what refuses
# The table of harness/simt/refuse: an attack, the file that stops it, a row above.
table=harness/simt/refuse/README.md
rows=$(sed -n 's/^| .* | .* | \(.*\) |$/\1/p' $table | sed 1,2d)
ok "the table has rows" test "$(wc -l <<<"$rows")" -gt 6
while read -r row; do
    ok "a row of the table: $row" grep -q "^$row|" tests/hostile/hostile.t
done <<<"$rows"
for file in harness/simt/refuse/*.c; do
    ok "the table names ${file##*/}" grep -qF "\`${file##*/}\`" $table
done
done_testing
