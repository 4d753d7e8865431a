import { sql } from 'kysely'
import { z } from 'zod'
import { type Reader, sendSql, type Tx } from '../../database/database.ts'
import { insertRows } from '../../database/driver/insert.ts'
import { readRows } from '../../database/driver/read-rows.ts'
import { microsOf } from '../../database/partitions/time-span.ts'
import { ledgerLimits } from '../ledger-limits.ts'
import type { SealFacts, SealKey } from './seal-key.ts'

const firstUnsealed = sql`
  select id, at from ledger_links
  where id > coalesce((select link from ledger_seals order by day desc limit 1), 0)
  order by id limit 1`

const jakarta = sql`'Asia/Jakarta'`
const today = sql`date_trunc('day', statement_timestamp(), ${jakarta})`

/** Whether a day in Jakarta that is over has links without a seal. */
export const hasUnsealedDay = sql<boolean>`
  exists (select from (${firstUnsealed}) as first where at < ${today})`

/** A day to seal, with its first and last link. */
export type UnsealedDay = Readonly<{ day: string; from: number; to: number }>

/** Returns the oldest day in Jakarta that is over and whose links have no seal. */
export async function findUnsealedDay(db: Reader): Promise<UnsealedDay | null> {
  const found = await readRows(db, { day: 'date', from: 'bigint', to: 'bigint' })`
    select (f.at at time zone ${jakarta})::date as day, f.id as "from", l.id as "to"
    from (${firstUnsealed}) as f cross join lateral (
      select id from ledger_links
      where at < date_trunc('day', f.at, ${jakarta}) + interval '1 day'
      order by id desc limit 1) as l
    where f.at < ${today}`
  return found[0] ?? null
}

/** Waits for the links that are being added, and keeps others out until the transaction ends. */
export async function lockLinks(tx: Tx): Promise<void> {
  await sql`lock table ledger_links in share mode`.execute(tx)
}

/** Amounts by asset id, as digits. */
const Totals = z.record(z.string(), z.string())

/** Reads what the seal of a day states: totals are those of the last seal and the flows since. */
export async function readSealFacts(tx: Tx, { day, to }: UnsealedDay): Promise<SealFacts | null> {
  const owned = (above: string) => sql`
    select asset_id, units from moves
    where posting_id > ${sql.ref(above)} and posting_id <= link.upto and to_kind <= 2
    union all
    select asset_id, -units from moves
    where posting_id > ${sql.ref(above)} and posting_id <= link.upto and from_kind <= 2`
  const found = await readRows(tx, { at: 'text', hash: 'bytea', totals: Totals })`
    with link as (select * from ledger_links where id = ${to}),
    last as (
      select coalesce(max(l.upto), 0) as upto from ledger_links l
      where l.id = (select link from ledger_seals order by day desc limit 1)
    ), before as (
      select t.key::smallint as asset_id, t.value::numeric as units
      from (select totals from ledger_seals order by day desc limit 1) as s
      cross join lateral jsonb_each_text(s.totals) as t
      union all
      select asset_id, units from detached_sums
      where kind <= 2 and not exists (select from ledger_seals)
    ), flows as (select owned.* from link cross join last cross join lateral (
      ${owned('last.upto')}) as owned)
    select (extract(epoch from now()) * 1000000)::bigint::text as at, link.hash,
      (select coalesce(jsonb_object_agg(asset_id::text, units::text), '{}') from (
        select asset_id, sum(units) as units
        from (select * from before union all select * from flows) as every
        group by asset_id) as summed) as totals
    from link`
  const [seal] = found
  return seal === undefined
    ? null
    : { day, at: seal.at, link: to, linkHash: seal.hash, totals: seal.totals }
}

export async function insertSeal(
  tx: Tx,
  { day, at, link, linkHash, totals }: SealFacts,
  { id, publicKey }: SealKey,
  signature: Buffer,
): Promise<void> {
  const key = { id, public_key: publicKey }
  await insertRows(tx, 'ledger_seal_keys', [key], { orderBy: ['id'], unique: ['id'] })
  sendSql(tx)`
    insert into ledger_seals (day, at, link, link_hash, totals, key_id, signature)
    values (${day}, to_timestamp(0) + ${at}::bigint * interval '1 microsecond', ${link},
      ${linkHash}, ${JSON.stringify(totals)}, ${id}, ${signature})`
}

export type PublishedSeal = SealFacts & Readonly<{ keyId: string; signature: Buffer }>

/** Returns the newest seals, the newest first. */
export async function listSeals(db: Reader): Promise<readonly PublishedSeal[]> {
  const found = await readRows(db, {
    day: 'date',
    at: 'text',
    link: 'bigint',
    linkHash: 'bytea',
    totals: Totals,
    keyId: 'text',
    signature: 'bytea',
  })`
    select day, ${microsOf('at')}::text as at, link,
      link_hash as "linkHash", totals, key_id as "keyId", signature
    from ledger_seals order by day desc limit ${sql.lit(ledgerLimits.publishedSeals)}`
  return found
}

export type SealPublicKey = Readonly<{ id: string; publicKey: Buffer }>

/** Returns every key that ever sealed. */
export const listSealKeys = (db: Reader): Promise<readonly SealPublicKey[]> =>
  readRows(db, { id: 'text', publicKey: 'bytea' })`
    select id, public_key as "publicKey" from ledger_seal_keys order by id`
