/** At most so many places at once under a key. */
export type PlaceBound = Readonly<{ key: string; most: number }>

export type TakenPlace =
  | Readonly<{ taken: true; leave: () => void }>
  /** No place is left under this key, and none was taken under another. */
  | Readonly<{ taken: false; full: string }>

export type Places = Readonly<{ take: (bounds: readonly PlaceBound[]) => TakenPlace }>

/**
 * Counts what is open at once under several keys: all together, of one user, of one network. A
 * place is taken under each of its keys or under none: no group takes more than its share.
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
