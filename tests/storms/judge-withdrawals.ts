import { sql } from 'kysely'
import { orderHolds } from '../../src/app/trading/order-model/orders.sql.ts'
import { withdrawalHolds } from '../../src/app/withdrawals/model/withdrawals.sql.ts'
import { systemClock } from '../../src/base/clock.ts'
import type { Database } from '../../src/core/database/database.ts'
import { rowsOf } from '../../src/core/database/driver/rows.ts'
import { auditLedger } from '../../src/core/ledger/audit.ts'
import type { Asked } from './asked.ts'
import { heldByBooks } from './held-by-books.ts'
import { type Providers, payxAtFirst, type State, unitsIn } from './providers.ts'
import type { Stage } from './stage.ts'
import { funds } from './withdrawers.ts'

const shown = 5

export type Contradicted = Readonly<{
  /** Completed first, then failed: the withdrawal stays sent until an operator reviews it. */
  doubted: ReadonlySet<string>
  /** Paid out first, then returned by the bank. */
  reversed: ReadonlySet<string>
}>

export type Check = (guarantee: string, offenders: readonly unknown[]) => void

/** Checks all withdrawals against their requests and against the providers' own books. */
export async function judgeWithdrawals(
  stage: Stage,
  { db, providers }: Readonly<{ db: Database; providers: Providers }>,
  wishes: readonly Asked[],
  contradicted: Contradicted,
): Promise<void> {
  const check: Check = (guarantee, offenders) => {
    const seen = offenders.slice(0, shown).map((one) => JSON.stringify(one))
    const holds = offenders.length === 0
    stage.check(guarantee, holds, holds ? undefined : `${offenders.length}: ${seen}`)
  }
  printAnswers(stage, wishes)
  await checkWishes(db, wishes, check)
  await checkBalances(db, wishes, check)
  const state = await providers.state()
  await checkSends(db, state, contradicted, check)
  await checkHeld(db, state, check)
  await checkIncidents(db, contradicted, check)
  await auditNow(stage, db, 'in the end')
}

function printAnswers(stage: Stage, wishes: readonly Asked[]): void {
  const counts = new Map<string, number>()
  for (const { requestId, answer } of wishes) {
    const key = requestId === null ? answer.slice(0, 160) : 'yes'
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const [answer, count] of counts) stage.print(`${count} × ${answer}`)
}

/** A full audit, including the holds' owners. */
export async function auditNow(stage: Stage, db: Database, when: string): Promise<void> {
  const breaches = await auditLedger({ db, clock: systemClock }, 'full', [
    withdrawalHolds,
    orderHolds,
  ])
  const seen = breaches.length === 0 ? undefined : JSON.stringify(breaches.slice(0, shown))
  stage.check(`a full audit ${when} finds no breach`, breaches.length === 0, seen)
}

const wishRows = (wishes: readonly Asked[]) =>
  rowsOf(
    wishes.map(({ by, kind, units, requestId }) => ({ user: by.id, kind, units, requestId })),
    { user: 'bigint', kind: 'text', units: 'numeric', requestId: 'text' },
  )

async function checkWishes(db: Database, wishes: readonly Asked[], check: Check): Promise<void> {
  const more = await sql`
    select t."user", t.kind, count(w.id) as made from ${wishRows(wishes)}
    left join withdrawals w on w.user_id = t."user" and w.kind = t.kind and w.amount = t.units
    group by t."user", t.kind, t."requestId"
    having count(w.id) > 1 or (t."requestId" is not null and count(w.id) <> 1)
      or (count(w.id) = 1 and t."requestId" is not null and min(w.request_id) <> t."requestId")
  `.execute(db.read)
  check('each wish has its returned withdrawal, and no second one', more.rows)
  const strange = await sql`
    select w.request_id from withdrawals w left join ${wishRows(wishes)}
      on w.user_id = t."user" and w.kind = t.kind and w.amount = t.units
    where t."user" is null`.execute(db.read)
  check('only requested withdrawals exist', strange.rows)
  const held = await sql`select owner_id from holds where closed_at is null`.execute(db.read)
  check('no money is left frozen', held.rows)
}

async function checkBalances(db: Database, wishes: readonly Asked[], check: Check): Promise<void> {
  const wrong = await sql`
    select b.user_id, b.asset_id, b.available, b.locked
    from balances b
    join (select distinct "user" from ${wishRows(wishes)}) u on u."user" = b.user_id
    left join lateral (
      select coalesce(sum(held), 0) as gone from withdrawals w
      where w.user_id = b.user_id and w.asset_id = b.asset_id and w.status = 'SUCCESS'
        and w.reversed_at is null
    ) s on true
    where b.locked <> 0 or b.available <> s.gone * -1
      + case b.asset_id when 3 then ${funds.btcUnits}::numeric else ${funds.idrUnits}::numeric end
  `.execute(db.read)
  check('each balance is what its owner had, less what was sent and its fee', wrong.rows)
}

type Sent = Readonly<{
  requestId: string
  status: string
  kind: string
  sent: string
  providerId: string | null
}>

const readWithdrawals = async (db: Database): Promise<readonly Sent[]> => {
  const { rows } = await sql<Sent>`
    select request_id as "requestId", status, kind, sent::text, provider_id as "providerId"
    from withdrawals`.execute(db.read)
  return rows
}

/** Each success has one transfer at its provider, of the same amount; there are no others. */
export async function checkSends(
  db: Database,
  { custody, payx }: State,
  { doubted, reversed }: Contradicted,
  check: Check,
): Promise<void> {
  const ours = new Map((await readWithdrawals(db)).map((one) => [one.requestId, one]))
  const mined = minedNonces(custody.transactions)
  const coins = custody.transactions.flatMap(
    ({ externalTxId, status, amountInfo, assetId, nonce = '', id }) =>
      externalTxId === null
        ? []
        : [
            {
              requestId: externalTxId,
              id,
              units: unitsIn(amountInfo.amount, assetId === 'ETH' ? 18 : 8),
              paid: status === 'COMPLETED' || mined.has(nonce) || doubted.has(externalTxId),
            },
          ],
  )
  const cash = payx.payouts.map(({ reference_id, amount, status, id }) => ({
    requestId: reference_id,
    id,
    units: BigInt(amount) * 100n,
    paid: status === 'SUCCEEDED' || reversed.has(reference_id),
  }))
  const theirs = [...coins, ...cash]
  const counts = new Map<string, number>()
  for (const { requestId } of theirs) counts.set(requestId, (counts.get(requestId) ?? 0) + 1)
  check(
    'nothing is sent twice',
    [...counts].filter(([, count]) => count > 1),
  )
  check(
    'nothing is sent that is no withdrawal, or in another amount',
    theirs.filter(({ requestId, units }) => ours.get(requestId)?.sent !== String(units)),
  )
  check(
    'what a provider has paid is a success here, and what it has not is none',
    theirs.filter(({ requestId, paid }) => (ours.get(requestId)?.status === 'SUCCESS') !== paid),
  )
  check(
    'every success was sent',
    [...ours.values()].filter(
      ({ requestId, status }) => status === 'SUCCESS' && !counts.has(requestId),
    ),
  )
}

/** Nonces that a payment used up: of two transactions with one nonce, a chain mines one. */
const minedNonces = (transactions: State['custody']['transactions']): ReadonlySet<string> =>
  new Set(
    transactions.flatMap(({ status, nonce, amountInfo }) =>
      status === 'COMPLETED' && nonce !== undefined && amountInfo.amount !== '0' ? [nonce] : [],
    ),
  )

/** A provider's balance is its receipts less its payments; the initial money was never paid in. */
export async function checkHeld(
  db: Database,
  { custody, payx }: State,
  check: Check,
): Promise<void> {
  const held = [
    { name: 'custody', asset: 3, theirs: unitsIn(custody.balances['BTC'] ?? '0', 8) },
    { name: 'payx', asset: 1, theirs: (BigInt(payx.balance) - payxAtFirst) * 100n },
  ] as const
  for (const { name, asset, theirs } of held) {
    const ours = await heldByBooks(db, name, asset)
    const seen = { ours: String(ours), theirs: String(theirs) }
    check(`${name} holds what our books show`, ours === theirs ? [] : [seen])
  }
}

export async function checkIncidents(
  db: Database,
  { doubted }: Contradicted,
  check: Check,
): Promise<void> {
  const { rows } = await sql<{ requestId: string; incident: string | null }>`
    select request_id as "requestId", incident from withdrawals
    where incident is not null`.execute(db.read)
  const named = new Set(rows.map(({ requestId }) => requestId))
  check('only what was contradicted is left to an operator', [
    ...rows.filter(({ requestId }) => !doubted.has(requestId)),
    ...[...doubted].filter((id) => !named.has(id)),
  ])
}
