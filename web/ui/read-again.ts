import type { QueryClient } from '@tanstack/react-query'

/**
 * Has queries read again because their data changed; without a subject, all. `invalidateQueries`
 * alone would keep the answer of a first reading under way, which may be older than the change.
 */
export async function readAgain(queries: QueryClient, ...subject: readonly string[]) {
  const filter = { queryKey: subject }
  await queries.cancelQueries({ ...filter, predicate: ({ state }) => state.data === undefined })
  await queries.invalidateQueries(filter)
}
