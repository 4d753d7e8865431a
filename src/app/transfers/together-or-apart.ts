import { isTransient } from '../../core/database/database.ts'

/**
 * Applies items together. If that fails, applies each by itself, and `setAside` receives those that
 * fail alone: none is dropped and none blocks the others. Transient database errors are rethrown.
 * Returns null if the items were not applied together.
 */
export async function togetherOrApart<Item, Result>(
  items: readonly Item[],
  apply: (items: readonly Item[]) => Promise<Result>,
  setAside: (item: Item, cause: unknown) => Promise<void>,
): Promise<Result | null> {
  try {
    return await apply(items)
  } catch (error) {
    if (isTransient(error)) throw error
    const [alone, ...others] = items
    if (alone !== undefined && others.length === 0) await setAside(alone, error)
    else for (const one of items) await togetherOrApart([one], apply, setAside)
    return null
  }
}
