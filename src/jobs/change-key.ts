import {
  appKeyOf,
  idOf,
  sealData,
  sealLookups,
  sealText,
  unsealData,
  unsealText,
} from '../base/app-keys.ts'
import { seal, unseal } from '../base/crypto.ts'
import type { Context } from '../context.ts'
import { readClaim } from '../database/claim-database.ts'
import { endChange, noteChange } from '../database/key-changes.sql.ts'
import {
  listOthers,
  replaceSealed,
  type SealedColumn,
  type SealedValue,
} from '../database/sealed-columns.sql.ts'
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
  { key, facts, sealed }: SealedValue,
): readonly Resealed[] {
  const purpose = column.purpose(facts)
  const again = column.kind === 'text' ? ofText() : ofBytes()
  if (again !== null) return [{ key, sealed, again }]
  log.error({ table: column.table, key }, 'a sealed value opens under none of the keys')
  return []

  function ofText(): string | null {
    const text =
      column.keyIdColumn === undefined
        ? unsealText(config, purpose, sealed)
        : ([config.appKey, ...config.otherAppKeys]
            .map((one) => unseal(one, purpose, sealed))
            .find((one) => one !== null) ?? null)
    if (text === null) return null
    return column.keyIdColumn === undefined
      ? sealText(config, purpose, text, random)
      : seal(config.appKey, purpose, text, random)
  }

  function ofBytes(): string | null {
    const bytes = unsealData(config, purpose, Buffer.from(sealed, 'base64'))
    return bytes === null ? null : sealData(config, purpose, bytes, random).toString('base64')
  }
}
