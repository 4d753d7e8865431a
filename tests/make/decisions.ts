import { sql } from 'kysely'
import type { Answer, Tukar } from '../harness.ts'
import { makeClaim } from './cash-deposit.ts'
import { makeUser } from './ledger.ts'
import type { SignedInOperator } from './operator.ts'
import { agree, propose } from './proposals.ts'
import { makeRecoverable, openRecovery } from './recovery.ts'
import { storeOrders } from './stored-orders.ts'
import { makeCashSuspense } from './suspense.ts'
import { expectOk, makeTrader } from './trader.ts'
import { makeWithdrawer, withdrawCoin } from './withdrawal.ts'

type Id = number | string

/** An admin, with a code if their app is bound. */
export type Decider = SignedInOperator & Readonly<{ otpCode?: string }>

/** One kind of decision, over HTTP and in its table. */
export type DecisionKind = Readonly<{
  name: string
  /** Makes a subject that requires two operators, with the agreement of the first one. */
  open: (tukar: Tukar, first: Decider) => Promise<Id>
  /** States what the first one stated. */
  agree: (tukar: Tukar, by: Decider, id: Id) => Promise<Answer>
  /** Returns whether the response reports that the decision took effect. */
  isSettled: (data: Answer['body']) => boolean
  /** Ends the subject in another way; the response that a later agreement gets. */
  end: (id: Id) => ReturnType<typeof sql>
  ended: readonly [status: number, message: string]
  /** For kinds where one operator may suffice: makes such a subject, and grows it to need two. */
  small?: Readonly<{
    make: (tukar: Tukar) => Promise<Id>
    grow: (id: Id) => ReturnType<typeof sql>
  }>
}>

const post = (tukar: Tukar, { token, otpCode }: Decider, path: string, body: object = {}) =>
  tukar.call('POST', `/operator/api/${path}`, { token, body: { ...body, otpCode } })

/** Opens a subject by a maker and the first agreement about it. */
const openedBy =
  (make: (tukar: Tukar) => Promise<Id>, say: DecisionKind['agree']): DecisionKind['open'] =>
  async (tukar, first) => {
    const id = await make(tukar)
    expectOk(await say(tukar, first, id))
    return id
  }

const decided = [400, 'api.already_decided'] as const

async function askForCoins(tukar: Tukar, amount: string): Promise<string> {
  const fields = { amount, residentialAddress: 'Jalan Melati 1, Bandung' }
  const answer = await withdrawCoin(tukar, await makeWithdrawer(tukar), fields)
  expectOk(answer)
  return answer.body.data.request_id
}

const approve: DecisionKind['agree'] = (tukar, by, id) =>
  post(tukar, by, `withdrawals/${id}/approve`)

const withdrawal: DecisionKind = {
  name: 'approving a withdrawal',
  open: openedBy((tukar) => askForCoins(tukar, '0.5'), approve),
  agree: approve,
  isSettled: ({ status }) => status === 'PROCESSING',
  end: (id) => sql`
    update withdrawals set status = 'REJECTED', ended_at = now() where request_id = ${id}`,
  ended: decided,
  small: {
    // A new account with a new destination would need two in any case.
    make: async (tukar) => {
      const id = await askForCoins(tukar, '0.06')
      await sql`
        update withdrawals set approvals_needed = 1 where request_id = ${id}`.execute(
        tukar.service.ctx.db.read,
      )
      return id
    },
    grow: (id) => sql`update withdrawals set approvals_needed = 2 where request_id = ${id}`,
  },
}

/** Makes a withdrawal whose final state differs from its provider's. */
async function contradicted(tukar: Tukar): Promise<string> {
  const id = await askForCoins(tukar, '0.06')
  await sql`
    update withdrawals set status = 'FAILED', provider_status = 'FAILED', ended_at = now(),
      incident = 'paid after all' where request_id = ${id}`.execute(tukar.service.ctx.db.read)
  return id
}

const resolve: DecisionKind['agree'] = (tukar, by, id) =>
  post(tukar, by, `withdrawals/${id}/resolve`, { outcome: 'failed', reason: 'it came back' })

const resolution: DecisionKind = {
  name: 'resolving a withdrawal',
  open: openedBy(contradicted, resolve),
  agree: resolve,
  isSettled: ({ incident }) => incident === null,
  end: (id) => sql`update withdrawals set incident = null where request_id = ${id}`,
  ended: [400, 'api.withdrawal_not_stuck'],
  small: {
    make: async (tukar) => {
      const id = await contradicted(tukar)
      await sql`update withdrawals set worth_idr = 100 where request_id = ${id}`.execute(
        tukar.service.ctx.db.read,
      )
      return id
    },
    grow: (id) => sql`update withdrawals set worth_idr = 6000000000 where request_id = ${id}`,
  },
}

const claimOf = async (tukar: Tukar, amount: string): Promise<number> =>
  makeClaim(tukar, await makeTrader(tukar), { amount })

const approveClaim: DecisionKind['agree'] = (tukar, by, id) =>
  post(tukar, by, `deposits/${id}/approve`)

const claim: DecisionKind = {
  name: 'approving a claimed transfer',
  open: openedBy((tukar) => claimOf(tukar, '60000000'), approveClaim),
  agree: approveClaim,
  isSettled: ({ status }) => status === 'COMPLETED',
  end: (id) => sql`update cash_deposits set status = 'REJECTED' where id = ${id}`,
  ended: decided,
  small: {
    make: (tukar) => claimOf(tukar, '250000'),
    grow: (id) => sql`update cash_deposits set amount = 6000000000 where id = ${id}`,
  },
}

/** The owner that operators agree on, of each database. */
const owners = new WeakMap<object, Promise<number>>()

function ownerIn({ service: { ctx } }: Tukar): Promise<number> {
  const owner = owners.get(ctx.db) ?? makeUser(ctx.db)
  owners.set(ctx.db, owner)
  return owner
}

const assign: DecisionKind['agree'] = async (tukar, by, id) =>
  post(tukar, by, `suspense/${id}/assign`, { userId: await ownerIn(tukar), reason: 'a receipt' })

const suspense: DecisionKind = {
  name: 'assigning money in suspense',
  open: openedBy((tukar) => makeCashSuspense(tukar), assign),
  agree: assign,
  isSettled: ({ state }) => state === 'assigned',
  end: (id) => sql`
    update suspense_items set state = 'returned', decided_at = now(),
      decided_by = (select min(id) from operators) where id = ${id}`,
  ended: decided,
}

/** Opens a break of a balance; an earlier one, which owning does not end, has ended. */
async function differ({ service }: Tukar): Promise<number> {
  await sql`update breaks set resolved_at = now() where resolved_at is null`.execute(
    service.ctx.db.read,
  )
  const { rows } = await sql<{ id: number }>`
    insert into breaks (provider, kind, subject, asset, theirs, ours)
    values ('custody', 'balance', 'BTC', 'BTC', '2', '1') returning id`.execute(service.ctx.db.read)
  return rows[0]?.id ?? 0
}

const own: DecisionKind['agree'] = (tukar, by, id) =>
  post(tukar, by, `breaks/${id}/own`, { direction: 'in', amount: '0.25', reason: 'a float' })

const ownBreak: DecisionKind = {
  name: 'owning a break',
  open: openedBy(differ, own),
  agree: own,
  isSettled: ({ state }) => state === 'booked',
  end: (id) => sql`update breaks set resolved_at = now() where id = ${id}`,
  ended: [400, 'api.nothing_to_change'],
}

let parked = 0

/** Stores a parked event. */
async function parkedEvent({ service }: Tukar): Promise<number> {
  parked += 1
  const { rows } = await sql<{ id: number }>`
    insert into inbox (source, event_key, state, body)
    values ('payx.deposit-paid', ${`parked-${parked}`}, 'parked', '?')
    returning id`.execute(service.ctx.db.read)
  return rows[0]?.id ?? 0
}

const close: DecisionKind['agree'] = (tukar, by, id) =>
  post(tukar, by, `inbox/${id}/close`, { reason: 'it was a test of the provider' })

const event: DecisionKind = {
  name: 'closing a parked event',
  open: openedBy(parkedEvent, close),
  agree: close,
  isSettled: ({ state }) => state === 'done',
  end: (id) => sql`update inbox set state = 'done', applied_at = now() where id = ${id}`,
  ended: [400, 'api.inbox_event_not_parked'],
}

/** Stores an order with a trade that the venue's list denies. */
async function deniedOrder(tukar: Tukar): Promise<string> {
  const [id = ''] = await storeOrders(tukar, await makeTrader(tukar), [{ incident: 'not listed' }])
  await sql`
    insert into unconfirmed_fills (pair_id, trade_id, order_id, user_id, denied_at)
    select pair_id, '4711', id, user_id, now() from orders
    where order_no = ${id}`.execute(tukar.service.ctx.db.read)
  return id
}

const accept: DecisionKind['agree'] = (tukar, by, id) =>
  post(tukar, by, `orders/${id}/resolve`, { outcome: 'stands', reason: 'the venue is wrong' })

const order: DecisionKind = {
  name: 'resolving an order',
  open: openedBy(deniedOrder, accept),
  agree: accept,
  isSettled: ({ incident }) => incident === null,
  end: (id) => sql`
    with named as (select id from orders where order_no = ${id} for update)
    delete from unconfirmed_fills where order_id in (table named)`,
  ended: [400, 'api.order_not_stuck'],
}

let proposed = 20

const proposal: DecisionKind = {
  name: 'agreeing to a proposal',
  open: (tukar, first) => {
    proposed += 1
    return propose(tukar, first, 'withdrawal.gate_seconds', `${proposed}`)
  },
  agree: (tukar, { otpCode, ...by }, id) => agree(tukar, by, Number(id), { otpCode }),
  isSettled: ({ state }) => state === 'agreed',
  end: (id) => sql`
    update guarded_changes set state = 'withdrawn', ended_at = now() where id = ${id}`,
  ended: decided,
}

/** All kinds of operators' decisions. */
const recovery: DecisionKind = {
  name: 'removing an authenticator',
  open: async (tukar, first) => {
    const answer = await openRecovery(tukar, first, await makeRecoverable(tukar))
    expectOk(answer)
    return answer.body.data.id
  },
  agree: (tukar, by, id) => post(tukar, by, `recoveries/${id}/agree`),
  isSettled: ({ state }) => state === 'agreed',
  end: (id) => sql`
    update app_recoveries set state = 'stopped', ended_at = now() where id = ${id}`,
  ended: decided,
}

/** Stores a drawn report without records; an open one before it is discarded. */
async function drawnReport({ service }: Tukar): Promise<number> {
  const { read } = service.ctx.db
  await sql`
    update carf_reports set state = 'discarded'
    where state in ('drawing', 'drawn', 'proposed')`.execute(read)
  const { rows } = await sql<{ id: number }>`
    insert into carf_reports (year, is_correction, state, requested_by, drawn_at)
    select 2024, false, 'drawn', min(id), now() from operators returning id`.execute(read)
  return rows[0]?.id ?? 0
}

const releaseReport: DecisionKind['agree'] = (tukar, by, id) =>
  post(tukar, by, `carf-reports/${id}/release`)

const yearlyReport: DecisionKind = {
  name: 'releasing a yearly report',
  open: openedBy(drawnReport, releaseReport),
  agree: releaseReport,
  isSettled: ({ state }) => state === 'released',
  end: (id) => sql`update carf_reports set state = 'discarded' where id = ${id}`,
  ended: decided,
}

export const decisionKinds: readonly DecisionKind[] = [
  withdrawal,
  resolution,
  claim,
  suspense,
  ownBreak,
  event,
  order,
  proposal,
  recovery,
  yearlyReport,
]
