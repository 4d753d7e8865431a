/**
 * The digits for the nth transfer of a day, at most `maxDigits` long; starts again at 1 after the
 * last number.
 */
export function depositDigit(n: number, maxDigits: number): number {
  const max = 10 ** maxDigits - 1
  return n <= max ? n : ((n - 1) % max) + 1
}
