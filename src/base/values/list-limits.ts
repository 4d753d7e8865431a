export const listLimits = {
  defaultItems: 20,
  maxItems: 100,
  maxOffset: 10_000,
  /** Twice the reachable offset; a longer history reports this as its total. */
  countedItems: 100_000,
} as const
