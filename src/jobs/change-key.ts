import {
  type AppKeys,
  appKeyOf,
  idOf,
  sealData,
  sealLookups,
  sealText,
  unsealData,
  unsealText,
} from '../base/app-keys.ts'
import { seal } from '../base/crypto.ts'
import type { Context } from '../context.ts'
import { readClaim } from '../database/claim-database.ts'
import type { Database } from '../database/database.ts'
import { endChange, noteChange } from '../database/key-changes.ts'
import {
  listOthers,
  replaceSealed,
  type SealedColumn,
  type SealedValue,
} from '../database/sealed-columns.ts'
import { keyLimits } from './key-limits.ts'
import { areNodesOn } from './nodes.sql.ts'
import { sealedColumns } from './sealed-columns.ts'

type KeyContext = Pick<Context, 'clock' | 'config' | 'db' | 'leadership' | 'log' | 'random'>

/** What one reading of all sealed values found that the current key had not sealed. */
type Reading = Readonly<{ resealed: number; unreadable: number; complete: boolean }>

/**
 * Seals everything again that another application key sealed, in small transactions, and ends the
 * change when a whole reading found nothing and every node uses the new key. Does nothing unless
 * the database belongs to the key that `APP_KEY_PREVIOUS` names. Throws if a value opens under
 * none of the keys: then the change does not end.
 */
export async function changeKey(ctx: KeyContext): Promise<void> {
  const { config, db, log, random } = ctx
  const keyId = idOf(config.appKey)
  const { keyId: formerKeyId } = await readClaim(db)
  const former = appKeyOf(config, formerKeyId)
  if (formerKeyId === keyId || former === undefined) return
  const change = { keyId, formerKeyId }
  const { resealed, unreadable, complete } = await readAll(ctx, change)
  if (unreadable > 0) throw new Error(`${unreadable} sealed values open under none of the keys`)
  if (!complete || resealed > 0) return
  const nodes = await areNodesOn(db.read, keyId, keyLimits.seenSeconds)
  if (!nodes) return
  const sealedLookups = sealLookups(config, former, random)
  await db.inTransaction((tx) => endChange(tx, { ...change, sealedLookups }))
  log.info(change, 'nothing is sealed with the former application key any more')
}

async function readAll(
  ctx: KeyContext,
  change: Readonly<{ keyId: string; formerKeyId: string }>,
): Promise<Reading> {
  let [resealed, unreadable] = [0, 0]
  for (const column of sealedColumns) {
    const reading = `${column.table}.${column.column}`
    await noteChange(ctx.db.read, { ...change, reading, resealed: 0 })
    let after: string | null = null
    for (;;) {
      if (ctx.leadership.current() === null) return { resealed, unreadable, complete: false }
      const limit = column.isLarge === true ? keyLimits.largeItems : keyLimits.items
      const values = await listOthers(ctx.db.read, column, { keyId: change.keyId, after, limit })
      const again = values.flatMap((value) => sealAgain(ctx, column, value))
      unreadable += values.length - again.length
      const done = await replaceSealed(ctx.db.read, column, again, change.keyId)
      // One that changed meanwhile is read again, in the next reading.
      resealed += again.length
      after = values.at(-1)?.key ?? null
      if (after === null) break
      await noteChange(ctx.db.read, { ...change, reading, resealed: done })
      await ctx.clock.sleep(keyLimits.pauseMs)
    }
  }
  return { resealed, unreadable, complete: true }
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

/** Values by the key that opens them. */
type KeyCounts = Readonly<{ column: string; current: number; other: number; none: number }>

/** No key has this id, so every value is listed. */
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
    for (let after: string | null = null; ; ) {
      const limit = column.isLarge === true ? keyLimits.largeItems : keyLimits.items
      const values = await listOthers(db.read, column, { keyId: noKeyId, after, limit })
      for (const value of values) {
        if (open(alone, column, value) !== null) current += 1
        else if (open(config, column, value) !== null) other += 1
        else none += 1
      }
      after = values.at(-1)?.key ?? null
      if (after === null) break
    }
    counts.push({ column: `${column.table}.${column.column}`, current, other, none })
  }
  return counts
}
