/**
 * Delta debugging (Zeller's ddmin): removes ever smaller parts of what fails while the rest still
 * fails. Returns the smallest failing list found; stops early when `mayGoOn` returns false.
 */
export async function shrink<Item>(
  failing: readonly Item[],
  stillFails: (items: readonly Item[]) => Promise<boolean>,
  mayGoOn: () => boolean,
): Promise<readonly Item[]> {
  let items = failing
  let parts = 2
  while (items.length > 1 && mayGoOn()) {
    const smaller = await firstFailing(items, parts, stillFails, mayGoOn)
    if (smaller !== null) {
      items = smaller
      parts = Math.max(2, parts - 1)
    } else if (parts >= items.length) return items
    else parts = Math.min(items.length, parts * 2)
  }
  return items
}

/** The first list without one of these parts that still fails; null if there is none. */
async function firstFailing<Item>(
  items: readonly Item[],
  parts: number,
  stillFails: (items: readonly Item[]) => Promise<boolean>,
  mayGoOn: () => boolean,
): Promise<readonly Item[] | null> {
  const size = Math.ceil(items.length / parts)
  // The later half goes first: what comes after a failure hardly matters.
  for (let from = (parts - 1) * size; from >= 0; from -= size) {
    if (from >= items.length) continue
    if (!mayGoOn()) return null
    const rest = [...items.slice(0, from), ...items.slice(from + size)]
    if (await stillFails(rest)) return rest
  }
  return null
}
