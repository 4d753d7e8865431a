/**
 * Returns a function that calls once per key at a time: while a call for the same key is under way,
 * later callers share its outcome. Without `keyOf` all calls have the same key.
 */
export function singleFlight<Outcome>(call: () => Promise<Outcome>): () => Promise<Outcome>
export function singleFlight<Item, Outcome>(
  call: (item: Item) => Promise<Outcome>,
  keyOf: (item: Item) => string,
): (item: Item) => Promise<Outcome>
export function singleFlight<Item, Outcome>(
  call: (item: Item) => Promise<Outcome>,
  keyOf: (item: Item) => string = () => '',
): (item: Item) => Promise<Outcome> {
  const underWay = new Map<string, Promise<Outcome>>()
  return (item) => {
    const key = keyOf(item)
    const known = underWay.get(key)
    if (known !== undefined) return known
    const made = endedBy(call(item), () => underWay.delete(key))
    underWay.set(key, made)
    return made
  }
}

/** Like `Promise.finally`, which takes several times as long. */
async function endedBy<Outcome>(made: Promise<Outcome>, end: () => void): Promise<Outcome> {
  try {
    return await made
  } finally {
    end()
  }
}
