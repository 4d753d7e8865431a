import { createHash } from 'node:crypto'
import type { Tx } from './tables.ts'

/** Stores an event of a provider; false if it was stored before. */
export async function isNew(tx: Tx, source: string, key: string, body: string): Promise<boolean> {
  const digest = createHash('sha256').update(body).digest()
  const stored = await tx
    .insertInto('webhook_events')
    .values({ source, event_key: key, digest, body })
    .onConflict((conflict) => conflict.columns(['source', 'event_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored !== undefined) return true
  const former = await tx
    .selectFrom('webhook_events')
    .select('digest')
    .where('source', '=', source)
    .where('event_key', '=', key)
    .executeTakeFirstOrThrow()
  if (!former.digest.equals(digest)) throw new Conflict(`another ${source} ${key}`)
  return false
}

class Conflict extends Error {
  readonly statusCode = 409
}
