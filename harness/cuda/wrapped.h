/* wrapped.h - calls a kernel of a kernel.cu from our own kernel, which has the
 * same parameters and some more. WRAPPED_KERNEL is the called kernel's name,
 * WRAPPED_COUNT its number of parameters; include its source first.
 *
 *     wrapper(WRAPPED_PARAMETERS long long *more)
 *     {
 *         WRAPPED_CALL;
 *     }
 *
 * The parameters keep the called kernel's types, so the compiler assumes that
 * pointers among them point to global memory, as in a kernel that is not
 * wrapped; generic loads would take longer.
 */
#ifndef WRAPPED_H
#define WRAPPED_H

/* The type of a function's k-th parameter. */
template <int k, class Function> struct parameter_of;

template <class First, class... Rest>
struct parameter_of<0, void(First, Rest...)> {
    typedef First type;
};

template <int k, class First, class... Rest>
struct parameter_of<k, void(First, Rest...)> {
    typedef typename parameter_of<k - 1, void(Rest...)>::type type;
};

template <int k>
using parameter = typename parameter_of<k, decltype(WRAPPED_KERNEL)>::type;

#define PARAMETERS_1  parameter<0> a,
#define PARAMETERS_2  PARAMETERS_1 parameter<1> b,
#define PARAMETERS_3  PARAMETERS_2 parameter<2> c,
#define PARAMETERS_4  PARAMETERS_3 parameter<3> d,
#define PARAMETERS_5  PARAMETERS_4 parameter<4> e,
#define PARAMETERS_6  PARAMETERS_5 parameter<5> f,
#define PARAMETERS_7  PARAMETERS_6 parameter<6> g,
#define PARAMETERS_8  PARAMETERS_7 parameter<7> h,
#define PARAMETERS_9  PARAMETERS_8 parameter<8> i,
#define PARAMETERS_10 PARAMETERS_9 parameter<9> j,

#define ARGUMENTS_1  a
#define ARGUMENTS_2  ARGUMENTS_1, b
#define ARGUMENTS_3  ARGUMENTS_2, c
#define ARGUMENTS_4  ARGUMENTS_3, d
#define ARGUMENTS_5  ARGUMENTS_4, e
#define ARGUMENTS_6  ARGUMENTS_5, f
#define ARGUMENTS_7  ARGUMENTS_6, g
#define ARGUMENTS_8  ARGUMENTS_7, h
#define ARGUMENTS_9  ARGUMENTS_8, i
#define ARGUMENTS_10 ARGUMENTS_9, j

#define PASTE(name, count)     name##count
#define THE_FIRST(name, count) PASTE(name, count)

#define WRAPPED_PARAMETERS THE_FIRST(PARAMETERS_, WRAPPED_COUNT)
#define WRAPPED_CALL       WRAPPED_KERNEL(THE_FIRST(ARGUMENTS_, WRAPPED_COUNT))

#endif
