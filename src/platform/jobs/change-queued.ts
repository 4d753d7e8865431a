import { z } from 'zod'
import { type AppKeys, sealText, unsealText } from '../../base/secrets/app-keys.ts'
import type { Context } from '../../context.ts'
import type { Database, Reader } from '../../core/database/database.ts'
import { askedMailPurpose } from '../../core/outbox/asked-mail.ts'
import { listQueuedJobs, type QueuedJob, replaceItems } from '../../core/outbox/sealed-jobs.sql.ts'
import { otpMailPurpose } from '../access/one-time-codes/otp-mail.ts'
import { keyLimits } from './key-limits.ts'

/** A sealed text in an item of a job, and the item with another one in its place. */
type SealedItem = Readonly<{ sealed: string; replace: (again: string) => unknown }>

type SealedJob = Readonly<{
  purpose: string
  /** Null if the item carries no sealed text. */
  sealedIn: (item: unknown) => SealedItem | null
}>

const Carrying = z.looseObject({ sealed: z.string() })

/** The jobs whose items carry texts that the application key seals. */
const sealedJobs: Readonly<Record<string, SealedJob>> = {
  'mail-asked': {
    purpose: askedMailPurpose,
    sealedIn: (item) => ({ sealed: z.string().parse(item), replace: (again) => again }),
  },
  'send-urgent-mails': {
    purpose: otpMailPurpose,
    sealedIn: (item) => {
      const { data } = Carrying.safeParse(item)
      if (data === undefined) return null
      return { sealed: data.sealed, replace: (again) => ({ ...data, sealed: again }) }
    },
  },
}

type QueuedContext = Pick<Context, 'config' | 'db' | 'log' | 'random'>

/**
 * Seals texts in queued jobs again that the current key does not open. Returns how many jobs had
 * such a text, also if a worker has them now, so that a later reading must find none.
 */
export async function resealQueued(
  ctx: QueuedContext,
): Promise<Readonly<{ resealed: number; unreadable: number }>> {
  let [resealed, unreadable] = [0, 0]
  for await (const queued of queuedJobs(ctx.db.read)) {
    const keys = queued.items.map((item) => keyOf(ctx.config, queued, item))
    unreadable += keys.filter((key) => key === 'none').length
    if (keys.includes('none')) ctx.log.error({ job: queued.id }, 'a queued job opens under no key')
    if (!keys.includes('other')) continue
    const again = queued.items.map((item, at) =>
      keys[at] === 'other' ? sealAgain(ctx, queued, item) : item,
    )
    await replaceItems(ctx.db.read, queued, again)
    resealed += 1
  }
  return { resealed, unreadable }
}

function sealAgain({ config, random }: QueuedContext, { job }: QueuedJob, item: unknown): unknown {
  const { purpose, sealedIn } = sealedJobs[job] ?? {}
  const found = sealedIn?.(item) ?? null
  if (purpose === undefined || found === null) return item
  const text = unsealText(config, purpose, found.sealed)
  return text === null ? item : found.replace(sealText(config, purpose, text, random))
}

type KeyCounts = Readonly<{ current: number; other: number; none: number }>

/** Counts the sealed texts in queued jobs by the key that opens them. */
export async function countQueued(
  config: AppKeys,
  { read }: Pick<Database, 'read'>,
): Promise<KeyCounts> {
  const counts = { current: 0, other: 0, none: 0 }
  for await (const queued of queuedJobs(read)) {
    for (const item of queued.items) {
      const key = keyOf(config, queued, item)
      if (key !== null) counts[key] += 1
    }
  }
  return counts
}

/** Which key opens the text in an item; null if there is no text. */
function keyOf(config: AppKeys, { job }: QueuedJob, item: unknown): keyof KeyCounts | null {
  const { purpose, sealedIn } = sealedJobs[job] ?? {}
  const found = sealedIn?.(item) ?? null
  if (purpose === undefined || found === null) return null
  const opens = (keys: AppKeys) => unsealText(keys, purpose, found.sealed) !== null
  if (opens({ ...config, otherAppKeys: [] })) return 'current'
  return opens(config) ? 'other' : 'none'
}

async function* queuedJobs(db: Reader): AsyncGenerator<QueuedJob> {
  const names = Object.keys(sealedJobs)
  for (let after = 0; ; ) {
    const page = await listQueuedJobs(db, names, { after, limit: keyLimits.items })
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
