import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { listOpenChanges } from '../driver/key-changes.ts'
import { readRows } from '../driver/read-rows.ts'
import { UnfitDatabase } from './fit-database.ts'
import { systemIdentifier } from './server-run.ts'

type Claim = Readonly<{ keyId: string; systemIdentifier: number }>

/**
 * Records at the first start which application key and which PostgreSQL cluster the database
 * belongs to. Throws `UnfitDatabase` at a later start with other keys, or after a logical dump was
 * restored into another cluster, whose transaction numbers begin anew. During a change of the key
 * the node needs both keys, of which one is the recorded one.
 */
export async function claimDatabase(
  db: Database,
  keyId: string,
  otherKeyIds: readonly string[] = [],
): Promise<void> {
  const here = await db.inTransaction(async (tx) => {
    const identifier = await readSystemIdentifier(tx)
    await sql`
      insert into deployment (id, key_id, system_identifier)
      values (1, ${keyId}, ${identifier}) on conflict do nothing`.execute(tx)
    return identifier
  })
  const claim = await readClaim(db)
  if (![keyId, ...otherKeyIds].includes(claim.keyId)) throw new UnfitDatabase(otherKey)
  if (claim.systemIdentifier !== here) throw new UnfitDatabase(otherCluster)
  const changes = await listOpenChanges(db)
  const needed = changes.flatMap((change) => [change.keyId, change.formerKeyId])
  if (!needed.every((id) => [keyId, ...otherKeyIds].includes(id))) {
    throw new UnfitDatabase(changingKey)
  }
}

const otherKey =
  'The database was made with another APP_KEY. Every node of a deployment needs the same one: ' +
  'without it, sealed data cannot be read, and nodes do not accept what others relay to them. ' +
  'To change the key, follow docs/keys.md.'

const changingKey =
  'A change of APP_KEY goes on: values are sealed with both keys, and this node lacks one of ' +
  'them. Set APP_KEY to the key that is to stay and APP_KEY_PREVIOUS to the other one, until the ' +
  'change ends. See docs/keys.md.'

const otherCluster =
  'The database was restored from a logical dump into another PostgreSQL cluster, whose ' +
  'transaction numbers differ from those in the ledger. Run `npm start -- --after-restore` once.'

async function readSystemIdentifier(tx: Tx): Promise<number> {
  const [row] = await readRows(tx, { identifier: 'bigint' })`
    select ${sql.raw(systemIdentifier)} % 9007199254740991 as identifier`
  return row?.identifier ?? 0
}

/** The recorded key and cluster. */
export async function readClaim({ read }: Pick<Database, 'read'>): Promise<Claim> {
  const [row] = await readRows(read, { keyId: 'text', systemIdentifier: 'bigint' })`
    select key_id as "keyId", system_identifier as "systemIdentifier" from deployment where id = 1`
  if (row === undefined) throw new Error('the deployment is not recorded')
  return row
}

/** Records that the database belongs to the cluster that it is in now. */
export async function moveClaim(tx: Tx): Promise<void> {
  const identifier = await readSystemIdentifier(tx)
  await sql`update deployment set system_identifier = ${identifier}`.execute(tx)
}
