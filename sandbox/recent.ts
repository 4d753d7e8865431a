/** A keyed list that keeps only its newest items, in the order of insertion. */
export type Recent<Item> = Readonly<{
  put: (key: string, item: Item) => void
  get: (key: string) => Item | undefined
  all: () => readonly Item[]
  entries: () => readonly (readonly [key: string, item: Item])[]
  clear: () => void
}>

/** Calls `dropped` for every item that is evicted or cleared. */
export function recent<Item>(maxItems: number, dropped?: (item: Item) => void): Recent<Item> {
  const items = new Map<string, Item>()

  function dropOldest(): void {
    for (const [key, item] of items) {
      items.delete(key)
      dropped?.(item)
      return
    }
  }

  return {
    put(key, item) {
      if (!items.has(key) && items.size >= maxItems) dropOldest()
      items.set(key, item)
    },
    get: (key) => items.get(key),
    all: () => [...items.values()],
    entries: () => [...items],
    clear() {
      const leaving = [...items.values()]
      items.clear()
      for (const item of leaving) dropped?.(item)
    },
  }
}

/** The maximum of each kind of item that the sandbox keeps. */
export const keptItems = 10_000
