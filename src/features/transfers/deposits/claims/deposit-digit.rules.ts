/** The digit for the nth transfer of a day, of so many digits at most: after the last, 1 again. */
export function depositDigit(n: number, maxDigits: number): number {
  const max = 10 ** maxDigits - 1
  return n <= max ? n : ((n - 1) % max) + 1
}
