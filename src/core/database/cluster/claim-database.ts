import { sql } from 'kysely'
import {
  type AppKeys,
  idLength,
  idOf,
  type Lookups,
  makeOwnKey,
  openOwnKey,
  sealingId,
} from '../../../base/secrets/app-keys.ts'
import type { Random } from '../../../base/secrets/crypto.ts'
import type { Database, Tx } from '../database.ts'
import { readRows } from '../driver/read-rows.ts'
import { UnfitDatabase } from './fit-database.ts'
import { findLackingKey, noteKeyUse } from './key-use.ts'
import { systemIdentifier, timeline } from './server-run.ts'

/** Seals the lookup key. */
export const lookupKeyPurpose = 'lookup key'

/**
 * Records that a node seals with the first of these keys; at the first start also which PostgreSQL
 * cluster the database belongs to, and a new lookup key. Returns the lookup key. Throws
 * `UnfitDatabase` if the node lacks a key in use, or after a logical dump was restored into another
 * cluster, whose transaction numbers begin anew.
 */
export const claimDatabase = (db: Database, keys: AppKeys, random: Random): Promise<Lookups> =>
  db.inTransaction(async (tx) => {
    const here = await readSystemIdentifier(tx)
    const { sealedKey } = makeOwnKey(keys, lookupKeyPurpose, random)
    await sql`
      insert into deployment (id, sealed_lookup_key, system_identifier, timeline)
      values (1, ${sealedKey}, ${here}, ${sql.raw(timeline)}) on conflict do nothing`.execute(tx)
    const { identifier, sealedLookupKey } = await lockClaim(tx)
    if (identifier !== here) throw new UnfitDatabase(otherCluster)
    const lookupKey = openOwnKey(keys, lookupKeyPurpose, sealedLookupKey)
    const lacking = await findLackingKey(tx, keys.appKeys.map(idOf))
    if (lacking !== null) throw new UnfitDatabase(lacksKey(lacking))
    if (lookupKey === null) throw new UnfitDatabase(lacksKey(sealedLookupKey.slice(0, idLength)))
    noteKeyUse(tx, sealingId(keys))
    return { lookupKey }
  })

const lacksKey = (id: string): string =>
  `Values in the database are sealed with the application key ${id}, which this node lacks: it ` +
  'cannot read them. Every node needs all keys in use in APP_KEY. To change the key, follow ' +
  'docs/keys.md.'

const otherCluster =
  'The database was restored from a logical dump into another PostgreSQL cluster, whose ' +
  'transaction numbers differ from those in the ledger. Run `npm start -- --after-restore` once.'

async function readSystemIdentifier(tx: Tx): Promise<number> {
  const [row] = await readRows(tx, { identifier: 'bigint' })`
    select ${sql.raw(systemIdentifier)} % 9007199254740991 as identifier`
  return row?.identifier ?? 0
}

/** Reads the recorded cluster and lookup key, one node after the other. */
async function lockClaim(
  tx: Tx,
): Promise<Readonly<{ identifier: number; sealedLookupKey: string }>> {
  const [row] = await readRows(tx, { identifier: 'bigint', sealedLookupKey: 'text' })`
    select system_identifier as identifier, sealed_lookup_key as "sealedLookupKey"
    from deployment for update`
  if (row === undefined) throw new Error('the deployment is not recorded')
  return row
}

/** Records that the database belongs to the cluster that it is in now. */
export async function moveClaim(tx: Tx): Promise<void> {
  const identifier = await readSystemIdentifier(tx)
  await sql`
    update deployment
    set system_identifier = ${identifier}, timeline = ${sql.raw(timeline)}`.execute(tx)
}

/** Records the timeline on which the server writes; true if it differs from the one before. */
export async function recordTimeline(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    update deployment set timeline = ${sql.raw(timeline)}
    where timeline <> ${sql.raw(timeline)} returning 1`.execute(tx)
  return rows.length > 0
}
