import { sql } from 'kysely'
import { readBalances } from '../../src/core/ledger/balances.sql.ts'
import { modelOf, readOrders } from '../make/order-model.ts'
import { growthOf, poolIn } from '../make/venue-books.ts'
import { heldByBooks } from '../storms/held-by-books.ts'
import { coinGuarantees } from '../storms/judge-coins.ts'
import { orderGuarantees, wrongWishes } from '../storms/judge-orders.ts'
import { patterns, ways } from '../storms/judge-rupiah.ts'
import {
  auditNow,
  type Check,
  checkHeld,
  checkIncidents,
  checkSends,
} from '../storms/judge-withdrawals.ts'
import { type State, unitsIn } from '../storms/providers.ts'
import { ask } from '../storms/rupiah.ts'
import type { Actor, Game } from './cast.ts'
import { judgeOperators } from './judge-operators.ts'
import { judgeSuspense } from './judge-suspense.ts'
import { coinsOf, modelled, type Predicted, predict } from './model.ts'

const shown = 5

/** The oracle: compares the service with the model, its ledger and the providers' own books. */
export async function judge(game: Game, before: ReturnType<typeof poolIn>): Promise<void> {
  const { stage, db, providers } = game
  const check: Check = (guarantee, offenders) => {
    const seen = offenders.slice(0, shown).map((one) => JSON.stringify(one))
    const holds = offenders.length === 0
    stage.check(guarantee, holds, holds ? undefined : `${offenders.length}: ${seen}`)
  }
  const actors = [...game.actors.values()]
  const state = await providers.state()
  const model = predict(game, await readOrders(db), await modelOf(db, state.venue))
  await checkOwned(game, model, check)
  await checkSeen(game, actors, model, check)
  await checkNotices(game, model, check)
  await checkWithdrawals(game, actors, model, check)
  await checkPayments(game, actors, check)
  const coins = [...actors.flatMap(({ facts }) => facts.coins), ...coinsOf(game.unowned)]
  const wishes = actors.flatMap(({ facts }) => facts.wishes)
  check('each wish is one order at most, and the returned one', await wrongWishes(db, wishes))
  for (const { guarantee, offenders } of [...coinGuarantees(coins), ...ordersAndWithdrawals]) {
    check(guarantee, (await offenders.execute(db.read)).rows)
  }
  await checkProviders(game, { actors, state, before }, check)
  await judgeOperators(game, check)
  await judgeSuspense(game, check)
  check('no request was answered as it never should be', game.surprises)
  await auditNow(stage, db, 'in the end')
}

type Books = Readonly<{
  actors: readonly Actor[]
  state: State
  /** The venue's account before the run. */
  before: ReturnType<typeof poolIn>
}>

/** Compares our books with what custody, payx, payd and the venue hold and sent. */
async function checkProviders(
  game: Game,
  { actors, state, before }: Books,
  check: Check,
): Promise<void> {
  const { db } = game
  const wanted = actors.flatMap(({ facts }) => facts.wanted)
  const returned = wanted.filter(({ fate }) => fate === 'returned')
  const contradicted = {
    doubted: new Set<string>(),
    reversed: new Set(returned.map(({ requestId }) => requestId ?? '')),
  }
  await checkSends(db, state, contradicted, check)
  await checkIncidents(db, contradicted, check)
  // What payx returned to payers is in the books until operators decide.
  const refunded = game.refunds.reduce(
    (sum, { rupiah, isBooked }) => (isBooked ? sum : sum + rupiah),
    0,
  )
  const payx = { ...state.payx, balance: state.payx.balance + refunded }
  await checkHeld(db, { ...state, payx }, check)
  const paid = state.payd.payments.filter(({ statusCode }) => statusCode === '00')
  const atPayd = paid.reduce((sum, { amount }) => sum + BigInt(amount), 0n) * 100n
  const payd = await heldByBooks(db, 'payd', 1)
  check(
    'payd received as much as our books show',
    atPayd === payd ? [] : [{ atPayd: `${atPayd}`, payd: `${payd}` }],
  )
  for (const { symbol, id, scale } of modelled.slice(2)) {
    const theirs = unitsIn(state.custody.balances[symbol] ?? '0', scale)
    const ours = await heldByBooks(db, 'custody', id)
    const seen = { theirs: String(theirs), ours: String(ours) }
    check(`custody holds as much ${symbol} as our books show`, theirs === ours ? [] : [seen])
  }
  await checkTreasury(game, check)
  const { theirs, ours } = await growthOf(db, before, poolIn(state.venue.balances))
  const isSame = JSON.stringify(theirs) === JSON.stringify(ours)
  check('the venue holds exactly what our books show', isSame ? [] : [theirs, ours])
}

/** What staff sent back from suspense is no longer the treasury's. */
async function checkTreasury({ db, byHand }: Game, check: Check): Promise<void> {
  for (const { symbol, id } of modelled.slice(1)) {
    const must = symbol === 'ETH' ? byHand.reduce((sum, units) => sum + units, 0n) : 0n
    const is = await heldByBooks(db, 'treasury', id)
    const seen = { is: `${is}`, must: `${must}` }
    check(`the treasury has the ${symbol} that staff sent by hand`, is === must ? [] : [seen])
  }
}

const ordersAndWithdrawals = [
  ...orderGuarantees.filter(({ guarantee }) => !guarantee.startsWith('nothing is frozen')),
  {
    guarantee: 'nothing is frozen without an open order or withdrawal',
    offenders: sql`
      select h.owner_kind, h.owner_id from holds h
      where h.closed_at is null and not exists (
        select from orders where h.owner_kind = 'order' and order_no = h.owner_id
          and status = 'CREATE')
        and not exists (
        select from withdrawals where h.owner_kind = 'withdrawal' and request_id = h.owner_id
          and status = 'PENDING_APPROVAL')`,
  },
  {
    guarantee: 'nothing alarmed operators about money',
    offenders: sql`
      select kind, subject, data from operator_alerts
      where kind in ('ledger-breach', 'commits-lost', 'break', 'deposit-conflict',
        'deposit-unreadable-amount', 'withdrawals-stopped', 'withdrawal-contradicted',
        'withdrawal-unknown', 'unmatched-trade', 'payment-not-confirmed')`,
  },
]

async function checkOwned({ db }: Game, model: readonly Predicted[], check: Check): Promise<void> {
  const wrong: unknown[] = []
  for (const { user, owned } of model) {
    const own = await readBalances(db, user)
    for (const { symbol, id } of modelled) {
      const { available, locked } = own.get(id) ?? noBalance
      const [is, must] = [available + locked, owned[symbol]]
      if (is !== must) wrong.push({ user, symbol, is: `${is}`, must: `${must}` })
    }
  }
  check('each user owns what the model predicts', wrong)
}

const noBalance = { available: 0n, locked: 0n }

/** The same, as the users themselves see it over HTTP, on either node. */
async function checkSeen(
  game: Game,
  actors: readonly Actor[],
  model: readonly Predicted[],
  check: Check,
): Promise<void> {
  const wrong: unknown[] = []
  for (const [at, { by }] of actors.entries()) {
    const coins = await ask(game, by, (app) => app.get('/api/users/coins'))
    for (const { symbol, scale } of modelled) {
      const { available = '0', locked = '0' } = coins.find((one) => one.symbol === symbol) ?? {}
      const is = unitsIn(available, scale) + unitsIn(locked, scale)
      const must = model[at]?.owned[symbol]
      if (is !== must) wrong.push({ user: by.id, symbol, is: `${is}`, must: `${must}` })
    }
  }
  check('each user sees what the model predicts', wrong)
}

type Counted = Readonly<{ user: number; kind: string; count: number }>

/** Predicted counts by user and kind that differ from those that a query found. */
function differing(
  model: readonly Predicted[],
  found: readonly Counted[],
  countsOf: (one: Predicted) => Readonly<Record<string, number>>,
): readonly unknown[] {
  const counts = new Map(found.map(({ user, kind, count }) => [`${user} ${kind}`, count]))
  return model.flatMap((one) =>
    Object.entries(countsOf(one))
      .map(([kind, must]) => ({
        user: one.user,
        kind,
        must,
        is: counts.get(`${one.user} ${kind}`) ?? 0,
      }))
      .filter(({ must, is }) => must !== is),
  )
}

async function checkNotices(
  { db }: Game,
  model: readonly Predicted[],
  check: Check,
): Promise<void> {
  const { rows: messages } = await sql<Counted>`
    select user_id as "user", split_part(dedupe_key, ':', 1) || ':' as kind, count(*)::int as count
    from user_messages group by 1, 2`.execute(db.read)
  const wrong = differing(model, messages, (one) => one.messages)
  check('each user has one message for each thing that happened', wrong)
  const { rows: events } = await sql<Counted>`
    select user_id as "user", type as kind, count(*)::int as count
    from published_events group by 1, 2`.execute(db.read)
  const unpublished = differing(model, events, (one) => one.events)
  check('other systems get one event for each thing that happened', unpublished)
  const { rows: reports } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from reports group by kind`.execute(db.read)
  const reported = new Map(reports.map(({ kind, count }) => [kind, count]))
  const missing = (['A', 'B', 'C'] as const).flatMap((kind) => {
    const must = model.reduce((sum, one) => sum + one.reports[kind], 0)
    const is = reported.get(kind) ?? 0
    return is === must ? [] : [{ kind, is, must }]
  })
  check('each payment and payout of rupiah has one report', missing)
}

async function checkWithdrawals(
  { db }: Game,
  actors: readonly Actor[],
  model: readonly Predicted[],
  check: Check,
): Promise<void> {
  const { rows } = await sql<{ id: string; status: string; held: string }>`
    select request_id as id, status, held::text from withdrawals`.execute(db.read)
  const stored = new Map(rows.map((one) => [one.id, one]))
  const must = new Map(model.flatMap(({ withdrawals }) => [...withdrawals]))
  const wrong = [...must].flatMap(([id, status]) => {
    const is = stored.get(id)?.status
    return is === status ? [] : [{ id, status, is }]
  })
  check('each withdrawal ended as operators and providers decided', wrong)
  const strange = rows.filter(({ id }) => !must.has(id))
  check('no withdrawal exists that its user was not told of', strange)
  const held = actors.flatMap(({ facts }) =>
    facts.wanted.flatMap((one) => {
      const is = stored.get(one.requestId ?? '')?.held
      return is === undefined || is === String(one.held)
        ? []
        : [{ id: one.requestId, is, must: `${one.held}` }]
    }),
  )
  check('each withdrawal takes what its user was told', held)
}

type Recorded = Readonly<{ user: number; provider: string; method: string; amount: string }>

/** Each payment is recorded once, for its payer, by its way and in its amount. */
async function checkPayments({ db }: Game, actors: readonly Actor[], check: Check): Promise<void> {
  const { rows } = await sql<Recorded>`
    select user_id as "user", provider, method, amount::text from cash_deposits
    where status = 'COMPLETED'`.execute(db.read)
  const keyOf = (user: number, way: string) => `${user} ${way}`
  const is = Map.groupBy(rows, ({ user, provider, method }) => keyOf(user, `${provider} ${method}`))
  const wrong = actors.flatMap(({ by, facts }) =>
    ways.flatMap((way) => {
      const amounts = (is.get(keyOf(by.id, patterns[way])) ?? []).map(({ amount }) => amount)
      const made = facts.paid.filter((one) => one.way === way)
      const must = made.map(({ rupiah }) => `${rupiah * 100}`)
      const isSame = amounts.toSorted().join() === must.toSorted().join()
      return isSame ? [] : [{ user: by.id, way, amounts, must }]
    }),
  )
  check('each payment is recorded once, for its payer and in its amount', wrong)
}
