import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Database } from '../../src/core/database/database.ts'
import { eventually, type Tukar } from '../harness.ts'

type Pool = ReadonlyMap<string, bigint>
type Balance = Readonly<{ asset: string; free: string; locked: string }>

const decimals = 18

/** Parses a decimal text into the smallest units of any asset. */
function partsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** The assets of the venue's one account, by the venue's own balances. */
export const poolIn = (balances: readonly Balance[]): Pool =>
  new Map(balances.map(({ asset, free, locked }) => [asset, partsOf(free) + partsOf(locked)]))

/** The balances of our account at the emulated venue. */
export async function poolOf(tukar: Tukar): Promise<Pool> {
  return poolIn((await tukar.control('GET', '/state')).body.venue.balances)
}

/** The venue's growth by our books: the ledger, plus counted dust. */
async function booked(db: Database): Promise<Pool> {
  const { rows } = await sql<{ symbol: string; parts: string }>`
    with held as (
      select asset_id, -units * power(10::numeric, ${decimals} - a.scale) as parts
      from (
        select asset_id, case to_kind when 4 then units else 0 end
          - case from_kind when 4 then units else 0 end as units
        from moves where 4 in (to_kind, from_kind)
      ) as m join assets a on a.id = m.asset_id
      union all
      select asset_id, dust * power(10::numeric, 10) from venue_dust
      union all
      select asset_id, dust * power(10::numeric, 10) from venue_dust_steps
    )
    select a.symbol, trunc(sum(h.parts))::text as parts
    from held h join assets a on a.id = h.asset_id group by a.symbol`.execute(db.read)
  return new Map(rows.map(({ symbol, parts }) => [symbol, BigInt(parts)]))
}

const grown = (before: Pool, after: Pool): readonly (readonly [string, string])[] =>
  [...after]
    .map(([asset, parts]) => [asset, parts - (before.get(asset) ?? 0n)] as const)
    .filter(([, parts]) => parts !== 0n)
    .map(([asset, parts]) => [asset, parts.toString()] as const)
    .toSorted()

/** The growth of the venue's account, by the venue and by our books. */
export async function growthOf(db: Database, before: Pool, after: Pool) {
  return { theirs: grown(before, after), ours: grown(new Map(), await booked(db)) }
}

/** The venue's balances equal our books exactly; `before`: balances before the first booking. */
export async function poolAgrees(tukar: Tukar, before: Pool): Promise<void> {
  const { theirs, ours } = await growthOf(tukar.service.ctx.db, before, await poolOf(tukar))
  assert.deepEqual(ours, theirs)
}

/** The same, after all pending events were handled. */
export const poolComesToAgree = (tukar: Tukar, before: Pool): Promise<true> =>
  eventually('the books of the venue and ours to agree', async () => {
    const { theirs, ours } = await growthOf(tukar.service.ctx.db, before, await poolOf(tukar))
    return JSON.stringify(theirs) === JSON.stringify(ours)
  })
