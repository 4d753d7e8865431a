import type { Tukar } from '@tukar/client'
import { readParts } from '../read-parts.ts'

/** Reads the newest messages of the user, so many, with the counters over all of them. */
export async function readMessages(
  tukar: Pick<Tukar, 'get'>,
  type: 'ALL' | 'UNREAD',
  items: number,
) {
  const parts = await readParts(items, (part) =>
    tukar.get('/api/user-messages', { params: { query: { type, ...part } } }),
  )
  const [{ totalCount, totalUnreadCount } = { totalCount: 0, totalUnreadCount: 0 }] = parts
  return { data: parts.flatMap(({ data }) => data), totalCount, totalUnreadCount }
}
