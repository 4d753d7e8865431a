import type { OperatorClient } from '../../packages/client/src/operator.ts'
import { payAccount } from '../storms/rupiah.ts'
import { consoleAt, count, untilAnswered } from './answers.ts'
import type { Actor, Game, Refund, Unowned } from './cast.ts'
import type { Suspense } from './schedule.ts'
import { returnPayment, sendBack } from './staff.ts'

/** An account at payx that no user has. */
const unusedAccount = { account: '8808999900001111', bankCode: 'BCA' }

/** A payer uses the number of an account that no user has. */
export async function payIntoNoAccount(game: Game, id: number, rupiah: number): Promise<void> {
  const paymentId = `chaos-stray-${id}`
  await payAccount(game, unusedAccount, rupiah, paymentId)
  game.unowned.push({ what: 'rupiah', paymentId, rupiah, fate: 'waiting' })
  count(game, 'stray: made')
}

/** Two operators assign what waits longest to a user. */
export async function assign(game: Game, { by, facts }: Actor, what: Suspense): Promise<void> {
  const found = await takeOldest(game, by.id, what)
  if (found === null) return count(game, `assign ${what}: not in suspense yet`)
  const { one, item } = found
  const body = { userId: by.id, reason: 'known' }
  const ended = await decide(game, { id: by.id, item, name: 'assign' }, (client, params) =>
    client.post('/operator/api/suspense/{id}/assign', { params, body }),
  )
  if (ended.state !== 'assigned' || ended.assignedUser !== by.id)
    game.surprises.push(`the assignment of suspense item ${item} made it ${ended.state}`)
  one.fate = 'assigned'
  if (one.what === 'coins') one.deposit = { ...one.deposit, assigned: by.id }
  else facts.paid.push({ way: 'va', user: by.id, rupiah: one.rupiah, paymentId: one.paymentId })
}

/**
 * Staff of custody or payx send what waits longest back. Two operators note that, unless they leave
 * a payment to the item that its refund will open.
 */
export async function giveBack(
  game: Game,
  id: number,
  { what, isNoted }: Readonly<{ what: Suspense; isNoted: boolean }>,
): Promise<void> {
  const found = await takeOldest(game, id, what)
  if (found === null) return count(game, `give back ${what}: not in suspense yet`)
  const { one, item } = found
  one.fate = 'returned'
  if (one.what === 'coins') {
    await sendBack(game, one.deposit)
    return noteReturn(game, id, item)
  }
  const { paymentId, rupiah: amount } = one
  const refund = await returnPayment(game, { paymentId, user: null, credited: 0, amount })
  one.refund = refund
  if (!isNoted) return
  await noteReturn(game, id, item)
  refund.isBooked = true
}

/** Two operators decide the oldest refund: its user bears it, or its payment leaves suspense. */
export async function bookRefund(game: Game, id: number): Promise<void> {
  const refund = game.refunds.find(({ fate }) => fate === 'waiting')
  if (refund === undefined) return
  refund.fate = 'deciding'
  const item = await itemOf(game, id, { provider: 'payx', reference: `payx:${refund.id}` })
  if (item === null) {
    refund.fate = 'waiting'
    return count(game, 'book a refund: not in suspense yet')
  }
  if (refund.user !== null) return charge(game, id, { item, refund, userId: refund.user })
  await noteReturn(game, id, item)
  refund.fate = 'returned'
  refund.isBooked = true
}

type Charge = Readonly<{ item: number; refund: Refund; userId: number }>

/** The service refuses a refund that the user's balance cannot bear. */
async function charge(game: Game, id: number, { item, refund, userId }: Charge): Promise<void> {
  const body = { userId, reason: 'known' }
  const ended = await decide(game, { id, item, name: 'charge a refund' }, (client, params) =>
    client.post('/operator/api/suspense/{id}/assign', { params, body }),
  )
  refund.isBooked = ended.state === 'assigned'
  refund.fate = refund.isBooked ? 'assigned' : 'refused'
  if (!refund.isBooked && !ended.answer.includes('insufficient_funds'))
    game.surprises.push(`refund ${item} of user ${userId} was answered ${ended.answer}`)
}

async function noteReturn(game: Game, id: number, item: number): Promise<void> {
  const body = { reason: 'known' }
  const { state } = await decide(game, { id, item, name: 'note a return' }, (client, params) =>
    client.post('/operator/api/suspense/{id}/return', { params, body }),
  )
  if (state !== 'returned') game.surprises.push(`the return of item ${item} made it ${state}`)
}

type Found = Readonly<{ one: Unowned; item: number }>

/** What waits longest, taken so that no other operation decides it; null if it is not there yet. */
async function takeOldest(game: Game, id: number, what: Suspense): Promise<Found | null> {
  const one = game.unowned.find((waiting) => waiting.what === what && waiting.fate === 'waiting')
  if (one === undefined) return null
  one.fate = 'deciding'
  const item = await itemOf(game, id, referenceOf(one))
  if (item !== null) return { one, item }
  one.fate = 'waiting'
  return null
}

/** How the list of suspense names what has no owner. */
export const referenceOf = (one: Unowned) =>
  one.what === 'coins'
    ? ({ provider: 'custody', reference: `${one.deposit.custodyId}:0` } as const)
    : ({ provider: 'payx', reference: `payx:${one.paymentId}` } as const)

type Reference = Readonly<{ provider: 'custody' | 'payx'; reference: string }>

async function itemOf(game: Game, id: number, { provider, reference }: Reference) {
  const query = { provider, state: 'open', sort: 'asc', limit: 100 } as const
  const { data } = await untilAnswered(game, { name: 'suspense', ...from(id) }, (node) =>
    consoleAt(node, game.operators[0]).get('/operator/api/suspense', { params: { query } }),
  )
  return data?.data.find((one) => one.reference === reference)?.id ?? null
}

const from = (first: number) => ({ first, patience: null })

type Deciding = Readonly<{ id: number; item: number; name: string }>
type Params = Readonly<{ path: { id: number } }>

/** Two operators decide alike. A repeated decision is refused, so the item is read. */
async function decide(
  game: Game,
  { id, item, name }: Deciding,
  say: (client: OperatorClient, params: Params) => Promise<unknown>,
) {
  const params = { path: { id: item } }
  let answer = ''
  for (const operator of game.operators) {
    const said = await untilAnswered(game, { name, ...from(id) }, (node) =>
      say(consoleAt(node, operator), params),
    )
    answer = said.answer
  }
  const { data } = await untilAnswered(game, { name: 'read', ...from(id) }, (node) =>
    consoleAt(node, game.operators[0]).get('/operator/api/suspense/{id}', { params }),
  )
  return { answer, state: data?.state, assignedUser: data?.assignedUser }
}
