import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../src/core/database/database.ts'
import { rowsOf } from '../../src/core/database/driver/rows.ts'

type Place = Readonly<{ address: string; tag?: string }>

/** A user with deposit addresses. */
export type Receiver = Readonly<{
  user: number
  places: Readonly<{ BTC: Place; ETH: Place; XRP: Place }>
}>

const sharedXrp = 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'

/** Inserts users with an own address for each coin. */
export async function makeReceivers(db: Database, count: number): Promise<readonly Receiver[]> {
  const { rows } = await sql<{ id: number }>`
    insert into users (email, password_hash, email_verified_at, language, identity_status)
    select 'receiver-' || n || '@tukar.test', 'no password', now(), 'en', 'success'
    from generate_series(1, ${count}::int) n returning id`.execute(db.read)
  const receivers = rows.map(({ id }): Receiver => {
    const hex = randomBytes(20).toString('hex')
    return {
      user: id,
      places: {
        BTC: { address: `3${base58(33)}` },
        ETH: { address: `0x${hex}` },
        XRP: { address: sharedXrp, tag: String(100_000 + id) },
      },
    }
  })
  const places = receivers.flatMap(({ user, places: { BTC, ETH, XRP } }) => [
    { user, asset: 3, network: 'BTC', address: BTC.address, tag: null },
    { user, asset: 4, network: 'ETH', address: ETH.address, tag: null },
    { user, asset: 6, network: 'XRP', address: XRP.address, tag: XRP.tag ?? null },
  ])
  const found = rowsOf(places, {
    user: 'bigint',
    asset: 'smallint',
    network: 'text',
    address: 'text',
    tag: 'text',
  })
  await sql`
    insert into coin_addresses (user_id, asset_id, network, address, tag)
    select t."user", t.asset, t.network, t.address, t.tag from ${found}`.execute(db.read)
  return receivers
}

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const base58 = (length: number): string =>
  [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')
