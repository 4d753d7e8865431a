import { sql } from 'kysely'
import { plannedIn } from '../../src/core/reference/listing.rules.ts'
import { heldByBooks } from '../storms/held-by-books.ts'
import type { Check } from '../storms/judge-withdrawals.ts'
import { consoleAt, untilAnswered } from './answers.ts'
import type { Game } from './cast.ts'
import { listed, storedSetting } from './proposing.ts'
import { type DrawnSetting, drawnSettings } from './schedule.ts'

/** Compares what operators changed, closed and handled with the answers that they got. */
export async function judgeOperators(game: Game, check: Check): Promise<void> {
  await checkProposals(game, check)
  await checkSettings(game, check)
  await checkListings(game, check)
  await checkTaxes(game, check)
  await checkParked(game, check)
}

async function checkProposals({ db, agreed }: Game, check: Check): Promise<void> {
  const { rows } = await sql<Readonly<{ kind: string; subject: string; value: string }>>`
    select kind, subject, value from guarded_changes where state = 'effective'
    order by id`.execute(db.read)
  const bySubject = (changes: typeof rows) =>
    [...Map.groupBy(changes, ({ kind, subject }) => `${kind} ${subject}`)]
      .map(([name, all]) => `${name}: ${all.map(({ value }) => value).join(', ')}`)
      .toSorted()
  const [is, must] = [bySubject(rows), bySubject([...agreed])]
  check(
    'each proposal that two operators agreed to took effect once',
    is.filter((line, at) => line !== must[at]).concat(must.slice(is.length)),
  )
  const { rows: unfit } = await sql`
    select c.id, c.state from guarded_changes c where c.state = 'agreed'
    union all
    select c.id, c.state from guarded_changes c where c.state = 'effective' and 2 <> (
      select count(distinct w.operator_id) from agreements w
      where w.kind = 'proposal' and w.subject = c.id)`.execute(db.read)
  check('what two operators agreed to took effect, and nothing that one did alone', unfit)
}

const isDrawn = (key: string): key is DrawnSetting => Object.hasOwn(drawnSettings, key)

async function checkSettings(game: Game, check: Check): Promise<void> {
  const last = new Map(
    game.agreed.flatMap(({ kind, subject, value }) =>
      kind === 'setting' && isDrawn(subject) ? [[subject, value] as const] : [],
    ),
  )
  const wrong: unknown[] = []
  for (const [key, must] of last) {
    for (const node of [0, 1]) {
      const is = (await storedSetting(game, node, key))?.value
      if (is !== must) wrong.push({ node, key, is, must })
    }
  }
  check('each node has the settings that operators agreed to', wrong)
}

const sides = {
  pair: { trading: 'BUY SELL', 'sell-only': 'SELL', 'withdraw-only': '' },
  asset: { trading: 'BUY SELL', 'sell-only': 'SELL', 'withdraw-only': '' },
} as const

type Listings = { pair: keyof typeof sides.pair; asset: keyof typeof sides.asset }

function listingsOf({ agreed }: Pick<Game, 'agreed'>): Listings {
  const last: Listings = { pair: 'trading', asset: 'trading' }
  for (const { kind, value } of agreed) {
    const state = plannedIn(value)?.state
    if (state !== 'trading' && state !== 'sell-only' && state !== 'withdraw-only') continue
    if (kind === 'pair-state') last.pair = state
    if (kind === 'asset-state') last.asset = state
  }
  return last
}

async function checkListings(game: Game, check: Check): Promise<void> {
  const must = listingsOf(game)
  const { data } = await untilAnswered(
    game,
    { name: 'read listings', first: 0, patience: null },
    (node) => consoleAt(node, game.operators[0]).get('/operator/api/listings'),
  )
  const wrong = (['pair', 'asset'] as const).flatMap((kind) => {
    const found = data?.find((one) => one.kind === kind && one.name === listed[kind])
    const is = found?.listing.state
    return is === must[kind] ? [] : [{ kind, is, must: must[kind] }]
  })
  check('the pair and the coin have the listings that operators agreed to', wrong)
  const open = (['BUY', 'SELL'] as const).filter(
    (side) => sides.pair[must.pair].includes(side) && sides.asset[must.asset].includes(side),
  )
  const { rows } = await sql`
    select o.order_no, o.side from orders o join pairs p on p.id = o.pair_id
    where p.tx_pair = ${listed.pair} and o.status = 'CREATE' and o.side <> all(${open})
  `.execute(game.db.read)
  check('no order is open that the listings do not allow', rows)
}

/** What the house owes the treasury is what was taxed, less what was corrected and paid. */
async function checkTaxes({ db, taxes }: Game, check: Check): Promise<void> {
  const { rows } = await sql<Readonly<{ tax: string; vat: string }>>`
    select (select coalesce(sum(tax_idr), 0) from trade_taxes)::text as tax,
      ((select coalesce(sum(vat_idr), 0) from fills)
        + (select coalesce(sum(vat_idr), 0) from fee_vats))::text as vat`.execute(db.read)
  const [{ tax = '0', vat = '0' } = {}] = rows
  const must = {
    tax: BigInt(tax) - taxes.corrected - taxes.paid.tax,
    vat: BigInt(vat) - taxes.paid.vat,
  }
  const is = { tax: -(await heldByBooks(db, 'tax', 1)), vat: -(await heldByBooks(db, 'vat', 1)) }
  const wrong = (['tax', 'vat'] as const).flatMap((kind) =>
    is[kind] === must[kind] ? [] : [{ kind, is: `${is[kind]}`, must: `${must[kind]}` }],
  )
  check('the house owes the taxes that nothing corrected or paid', wrong)
}

/**
 * Each event that could not be read alarmed operators when it was parked, and again after each
 * replay of the audit trail: a replay whose answer was lost is asked for twice.
 */
async function checkParked({ db, parked }: Game, check: Check): Promise<void> {
  const { rows } = await sql<Readonly<{ id: number; is: number; must: number }>>`
    with alarmed as (
      select (data ->> 'inboxId')::int as id, count(*)::int as times from operator_alerts
      where kind = 'event-parked' group by 1
    ), replayed as (
      select subject_id::int as id, count(*)::int as times from operator_audit
      where action = 'inbox.replay' group by 1
    ), parked as (select id from unnest(${[...parked]}::int[]) as id)
    select id, coalesce(a.times, 0) as is,
      case when p.id is null then 0 else 1 + coalesce(r.times, 0) end as must
    from alarmed a full join parked p using (id) left join replayed r using (id)`.execute(db.read)
  const wrong = rows.filter(({ is, must }) => is !== must)
  check('operators hear of each parked event, and of no other', wrong)
}
