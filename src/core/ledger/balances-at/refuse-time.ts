import { refuse } from '../../../base/refusal.ts'
import type { Reader } from '../../database/database.ts'
import { readClosedTime } from './closed-time.sql.ts'

/** Refuses a time to which postings may still be added. */
export async function refuseOpenTime(db: Reader, name: string, at: Date) {
  const closed = await readClosedTime(db)
  if (at <= closed) return
  refuse('api.validation_failed', {
    text: `The ${name} field must end before or at ${closed.toISOString()}.`,
  })
}

/** Refuses a time whose moves are detached. */
export const refuseDetached = (name: string): never =>
  refuse('api.validation_failed', {
    text: `The ${name} field must be later: the moves of this time are archived.`,
  })
