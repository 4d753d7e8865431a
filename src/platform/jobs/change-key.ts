import {
  type AppKeys,
  idOf,
  sealData,
  sealLookups,
  sealText,
  unsealData,
  unsealText,
} from '../../base/secrets/app-keys.ts'
import { seal } from '../../base/secrets/crypto.ts'
import type { Context } from '../../context.ts'
import { readClaim } from '../../core/database/cluster/claim-database.ts'
import type { Database, Reader } from '../../core/database/database.ts'
import {
  endChange,
  type KeyChange,
  noteChange,
  readChange,
} from '../../core/database/driver/key-changes.ts'
import {
  listRows,
  readSealed,
  replaceSealed,
  type SealedColumn,
  type SealedValue,
} from '../../core/database/schema/sealed-columns.ts'
import { countQueued, resealQueued } from './change-queued.ts'
import { keyLimits } from './key-limits.ts'
import { areNodesOn } from './nodes.sql.ts'
import { sealedColumns } from './sealed-columns.ts'

type KeyContext = Pick<Context, 'clock' | 'config' | 'db' | 'leadership' | 'log' | 'random'>

/** The name of the queue among the places that are read. */
const queuedJobs = 'queued jobs'

/** The result of one reading of all sealed values. */
type ResealCounts = Readonly<{ resealed: number; unreadable: number; complete: boolean }>

/**
 * Reseals values of another application key, `APP_KEY_PREVIOUS`, in small transactions, and ends
 * the change when a whole reading found nothing and every node uses the current key. Also if the
 * database belongs to the current key already: then a change to the other one was given up halfway.
 * Throws if a value opens under none of the keys: then the change does not end.
 */
export async function changeKey(ctx: KeyContext): Promise<void> {
  const { config, db, log, random } = ctx
  const former = config.previousAppKey
  if (former === null) return
  const change = { keyId: idOf(config.appKey), formerKeyId: idOf(former) }
  const { keyId } = change
  const claim = await readClaim(db)
  const { now: since, hasEnded } = await readChange(db.read, change)
  const isOwn = claim.keyId === keyId
  if (isOwn ? hasEnded : claim.keyId !== change.formerKeyId) return
  const { resealed, unreadable, complete } = await readAll(ctx, change)
  if (unreadable > 0) throw new Error(`${unreadable} sealed values open under none of the keys`)
  if (!complete || resealed > 0) return
  if (!(await areNodesOn(db.read, keyId, { since, seconds: keyLimits.seenSeconds }))) return
  // Also of a change that was given up: nodes have stored digests of its key.
  const sealedLookups = sealLookups(config, former, random)
  await db.inTransaction((tx) => endChange(tx, { ...change, sealedLookups }))
  log.info(change, 'nothing is sealed with the former application key any more')
}

async function readAll(ctx: KeyContext, change: KeyChange): Promise<ResealCounts> {
  let [resealed, unreadable] = [0, 0]
  for (const column of sealedColumns) {
    const reading = `${column.table}.${column.column}`
    await noteChange(ctx.db.read, { ...change, reading, resealed: 0 })
    for await (const values of valuesOf(ctx.db.read, column, change.keyId)) {
      if (ctx.leadership.current() === null) return { resealed, unreadable, complete: false }
      const again = values.flatMap((value) => sealAgain(ctx, column, value))
      unreadable += values.length - again.length
      const done = await replaceSealed(ctx.db.read, column, again, change.keyId)
      // One that changed meanwhile is read again, in the next reading.
      resealed += again.length
      if (done > 0) await noteChange(ctx.db.read, { ...change, reading, resealed: done })
      await ctx.clock.sleep(keyLimits.pauseMs)
    }
  }
  await noteChange(ctx.db.read, { ...change, reading: queuedJobs, resealed: 0 })
  const queued = await resealQueued(ctx)
  if (queued.resealed > 0) {
    await noteChange(ctx.db.read, { ...change, reading: queuedJobs, resealed: queued.resealed })
  }
  return {
    resealed: resealed + queued.resealed,
    unreadable: unreadable + queued.unreadable,
    complete: true,
  }
}

/** Reads a column by steps; yields the values that this key did not mark, also none of a page. */
async function* valuesOf(
  db: Reader,
  column: SealedColumn,
  keyId: string,
): AsyncGenerator<readonly SealedValue[]> {
  const items = column.isLarge === true ? keyLimits.largeItems : keyLimits.items
  for (let after: string | null = null; ; ) {
    const rows = await listRows(db, column, { keyId, after, limit: keyLimits.pageRows })
    const keys = rows.flatMap(({ key, isOther }) => (isOther ? [key] : []))
    for (let from = 0; from === 0 || from < keys.length; from += items) {
      yield await readSealed(db, column, keys.slice(from, from + items))
    }
    after = rows.at(-1)?.key ?? null
    if (after === null) return
  }
}

type Resealed = Readonly<{ key: string; sealed: string; again: string }>

/** Seals a value with the current key; returns nothing if no key of this node opens it. */
function sealAgain(
  { config, log, random }: KeyContext,
  column: SealedColumn,
  value: SealedValue,
): readonly Resealed[] {
  const { key, facts, sealed } = value
  const opened = open(config, column, value)
  if (opened === null) {
    log.error({ table: column.table, key }, 'a sealed value opens under none of the keys')
    return []
  }
  const purpose = column.purpose(facts)
  const text = opened.toString('utf8')
  if (column.kind === 'bytea') {
    const again = sealData(config, purpose, opened, random).toString('base64')
    return [{ key, sealed, again }]
  }
  const isNamed = column.keyIdColumn !== undefined
  const again = isNamed
    ? seal(config.appKey, purpose, text, random)
    : sealText(config, purpose, text, random)
  return [{ key, sealed, again }]
}

/** Opens a stored value with whichever key made it; null if that is none of these. */
function open(keys: AppKeys, column: SealedColumn, { facts, sealed }: SealedValue): Buffer | null {
  const purpose = column.purpose(facts)
  if (column.kind === 'bytea') return unsealData(keys, purpose, Buffer.from(sealed, 'base64'))
  const text = unsealText(keys, purpose, sealed)
  return text === null ? null : Buffer.from(text)
}

/** Values by the key that opens them, of a column or of queued jobs. */
type KeyCounts = Readonly<{ column: string; current: number; other: number; none: number }>

/** No key has this id, so every value is read. */
const noKeyId = '0'.repeat(16)

/** Opens every sealed value, to count those that the current key does not open. */
export async function countByKey({
  config,
  db,
}: Readonly<{ config: AppKeys; db: Pick<Database, 'read'> }>): Promise<readonly KeyCounts[]> {
  const alone = { ...config, otherAppKeys: [] }
  const counts: KeyCounts[] = []
  for (const column of sealedColumns) {
    let [current, other, none] = [0, 0, 0]
    for await (const values of valuesOf(db.read, column, noKeyId)) {
      for (const value of values) {
        if (open(alone, column, value) !== null) current += 1
        else if (open(config, column, value) !== null) other += 1
        else none += 1
      }
    }
    counts.push({ column: `${column.table}.${column.column}`, current, other, none })
  }
  return [...counts, { column: queuedJobs, ...(await countQueued(config, db)) }]
}
