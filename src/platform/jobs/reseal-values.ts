import { sealingId, sealText, unsealText } from '../../base/secrets/app-keys.ts'
import type { Context } from '../../context.ts'
import { claimDatabase } from '../../core/database/cluster/claim-database.ts'
import { forgetOtherKeys, readOtherUse } from '../../core/database/cluster/key-use.ts'
import {
  listSealed,
  replaceSealed,
  type SealedColumn,
} from '../../core/database/schema/sealed-columns.ts'
import type { Loaded } from '../../core/reference/loaded.ts'
import { sealedColumns } from './sealed-columns.ts'

type ResealContext = Pick<Context, 'db' | 'log' | 'random'> &
  Readonly<{ config: Pick<Context['config'], 'appKeys'> }>

/** Rows of one statement. */
export const pageRows = 200

/**
 * Seals every stored value of another application key again with the first one, in small steps.
 * Interrupted, it can be started again. Returns a line for each column, and whether no other key is
 * needed. Changes nothing while a node seals with another key.
 */
export async function resealValues(ctx: ResealContext): Promise<Loaded> {
  const { config, db, random } = ctx
  const keyId = sealingId(config)
  const { now, others } = await readOtherUse(db.read, keyId)
  if (others.length > 0) return { lines: [stillSeals(others)], complete: false }
  await claimDatabase(db, config, random)
  const lines: string[] = []
  let unreadable = 0
  for (const column of sealedColumns) {
    const counts = await resealColumn(ctx, column, keyId)
    unreadable += counts.unreadable
    lines.push(`${column.table}.${column.column}: ${counts.resealed} sealed again`)
  }
  if (unreadable > 0) {
    return {
      lines: [...lines, `${unreadable} values open under none of the keys`],
      complete: false,
    }
  }
  const left = await forgetOtherKeys(db.read, keyId, now)
  if (left.length > 0) return { lines: [...lines, stillSeals(left)], complete: false }
  return { lines: [...lines, `every value is sealed with the key ${keyId}`], complete: true }
}

const stillSeals = (keyIds: readonly string[]): string =>
  `within the last minute a node sealed with another key, ${keyIds.join(', ')}: restart nodes ` +
  'with the new key first in APP_KEY, and run this again a minute later'

type Counts = Readonly<{ resealed: number; unreadable: number }>

async function resealColumn(
  { config, db, log, random }: ResealContext,
  column: SealedColumn,
  keyId: string,
): Promise<Counts> {
  let [resealed, unreadable] = [0, 0]
  for (let after: string | null = null; ; ) {
    const rows = await listSealed(db.read, column, { keyId, after, limit: pageRows })
    const values = rows.flatMap(({ key, facts, sealed }) => {
      if (sealed === null) return []
      const purpose = column.purpose(facts)
      const text = unsealText(config, purpose, sealed)
      if (text !== null) return [{ key, sealed, again: sealText(config, purpose, text, random) }]
      log.error({ table: column.table, key }, 'a sealed value opens under none of the keys')
      unreadable += 1
      return []
    })
    // A value that changed meanwhile was sealed with the first key.
    resealed += await replaceSealed(db.read, column, values)
    after = rows.at(-1)?.key ?? null
    if (after === null) return { resealed, unreadable }
  }
}
