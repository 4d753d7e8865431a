/**
 * Returns a function that calls once per key at a time: while a call for the same key is under way,
 * later callers share its outcome.
 */
export function singleFlight<Item, Outcome>(
  keyOf: (item: Item) => string,
  call: (item: Item) => Promise<Outcome>,
): (item: Item) => Promise<Outcome> {
  const underWay = new Map<string, Promise<Outcome>>()
  return (item) => {
    const key = keyOf(item)
    const known = underWay.get(key)
    if (known !== undefined) return known
    const made = call(item).finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  }
}
