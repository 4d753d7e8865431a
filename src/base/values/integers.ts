/** Reads an id or a count; throws if a JavaScript number cannot hold it exactly. */
export function integerOf(text: string | bigint | number): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`${text} is not an exact integer`)
}
