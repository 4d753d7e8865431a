/** At most this many concurrent places under a key. */
export type PlaceBound = Readonly<{ key: string; most: number }>

export type TakenPlace =
  | Readonly<{ taken: true; leave: () => void }>
  /** No place is free under this key, and none was taken under the others. */
  | Readonly<{ taken: false; full: string }>

export type Places = Readonly<{ take: (bounds: readonly PlaceBound[]) => TakenPlace }>

/**
 * Counts concurrent places under several keys: in total, per user, per network. A place is taken
 * under all of its keys or under none, so that no group exceeds its share.
 */
export function countedPlaces(): Places {
  const counts = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? 0
  return {
    take: (bounds) => {
      const full = bounds.find(({ key, most }) => countOf(key) >= most)
      if (full !== undefined) return { taken: false, full: full.key }
      for (const { key } of bounds) counts.set(key, countOf(key) + 1)
      let isOpen = true
      const leave = () => {
        if (!isOpen) return
        isOpen = false
        for (const { key } of bounds) {
          if (countOf(key) > 1) counts.set(key, countOf(key) - 1)
          else counts.delete(key)
        }
      }
      return { taken: true, leave }
    },
  }
}
