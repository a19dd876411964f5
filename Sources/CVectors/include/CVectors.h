#ifndef CVECTORS_H
#define CVECTORS_H

/* Arithmetic on four or eight numbers with single instructions.
 *
 * The standard library's vector operators are implemented lane by lane. The compiler combines the
 * lanes of short expressions into vector instructions, but not those of longer ones. */

typedef float twheader_float4 __attribute__((ext_vector_type(4)));
typedef int twheader_int4 __attribute__((ext_vector_type(4)));
typedef int twheader_int8 __attribute__((ext_vector_type(8)));
typedef short twheader_short8 __attribute__((ext_vector_type(8)));
typedef unsigned short twheader_ushort8 __attribute__((ext_vector_type(8)));
typedef unsigned int twheader_uint8 __attribute__((ext_vector_type(8)));

#define TWHEADER_INLINE static inline __attribute__((always_inline))

/* Products are not fused with sums, so all processors compute the same bits. */
#pragma STDC FP_CONTRACT OFF

TWHEADER_INLINE twheader_float4 twheader_repeat(float a) { return (twheader_float4)(a); }
TWHEADER_INLINE twheader_float4 twheader_add(twheader_float4 a, twheader_float4 b) { return a + b; }
TWHEADER_INLINE twheader_float4 twheader_subtract(twheader_float4 a, twheader_float4 b) { return a - b; }
TWHEADER_INLINE twheader_float4 twheader_multiply(twheader_float4 a, twheader_float4 b) { return a * b; }
TWHEADER_INLINE twheader_float4 twheader_divide(twheader_float4 a, twheader_float4 b) { return a / b; }
TWHEADER_INLINE twheader_float4 twheader_lesser(twheader_float4 a, twheader_float4 b) { return a < b ? a : b; }
TWHEADER_INLINE twheader_float4 twheader_greater(twheader_float4 a, twheader_float4 b) { return a > b ? a : b; }
TWHEADER_INLINE twheader_float4 twheader_square_root(twheader_float4 a) { return __builtin_elementwise_sqrt(a); }

/* -1 in lanes where the comparison is true, else 0. */
TWHEADER_INLINE twheader_int4 twheader_is_less(twheader_float4 a, twheader_float4 b) { return a < b; }
TWHEADER_INLINE twheader_int4 twheader_is_at_most(twheader_float4 a, twheader_float4 b) { return a <= b; }

TWHEADER_INLINE twheader_int4 twheader_and(twheader_int4 a, twheader_int4 b) { return a & b; }

/* The upper half of each 32-bit product. */
TWHEADER_INLINE twheader_ushort8 twheader_multiply_high(twheader_ushort8 a, twheader_ushort8 b) {
  twheader_uint8 products =
      __builtin_convertvector(a, twheader_uint8) * __builtin_convertvector(b, twheader_uint8);
  return __builtin_convertvector(products >> 16, twheader_ushort8);
}

/* The values of both vectors, limited to -32768...32767. */
TWHEADER_INLINE twheader_short8 twheader_narrow(twheader_int4 low, twheader_int4 high) {
  twheader_int8 both = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
  twheader_int8 limited = __builtin_elementwise_min(
      __builtin_elementwise_max(both, (twheader_int8)(-32768)), (twheader_int8)(32767));
  return __builtin_convertvector(limited, twheader_short8);
}

#endif
