import type { Frame } from '../emulator.ts'
import type { Recent } from '../recent.ts'
import { Refused } from '../refused.ts'
import { minutes } from '../schedule.ts'
import type { Balance } from './balance.ts'
import {
  channels,
  endings,
  failing,
  type NewPayout,
  openPayout,
  type Payout,
  type Step,
  stepsOf,
} from './payouts.ts'
import { ownerId } from './virtual-accounts.ts'
import { sendPayout } from './webhooks.ts'

const stepMs = minutes(2)
const keyChars = 100

/** The first request with a key, and its response. */
type Answered = Readonly<{ asked: string; answer: Payout }>

/** Payouts, and their idempotency keys. */
export type PayoutBooks = Readonly<{
  frame: Frame
  balance: Balance
  payouts: Recent<Payout>
  keys: Recent<Answered>
  /** Payouts whose amount was taken from the balance and not returned. */
  taken: Map<string, true>
  pace: { auto: boolean }
}>

export function newPayoutBooks(frame: Frame, balance: Balance): PayoutBooks {
  const { saved } = frame
  const books: PayoutBooks = {
    frame,
    balance,
    payouts: saved.list('payx.payouts'),
    keys: saved.list('payx.keys'),
    taken: saved.map('payx.taken'),
    pace: { auto: true },
  }
  for (const payout of books.payouts.all()) goOn(books, payout, stepsAfter(books, payout))
  return books
}

/** Pays out once per key: repeats the first response, and refuses a key with another body. */
export function payOut(books: PayoutBooks, key: string | undefined, asked: NewPayout): Payout {
  if (key === undefined || key === '' || key.length > keyChars) {
    throw new Refused(400, 'API_VALIDATION_ERROR', 'Idempotency-key header is required')
  }
  const text = JSON.stringify(asked)
  const known = books.keys.get(key)
  if (known !== undefined) {
    if (known.asked === text) return known.answer
    throw new Refused(409, 'DUPLICATE_ERROR', 'The idempotency key was used with another payload')
  }
  refuseUnpayable(asked)
  const payout = openPayout(asked)
  books.payouts.put(payout.id, payout)
  books.keys.put(key, { asked: text, answer: payout })
  const enough = books.balance.rupiah >= BigInt(asked.amount)
  if (enough) {
    books.balance.rupiah -= BigInt(asked.amount)
    books.taken.set(payout.id, true)
  }
  goOn(books, payout, stepsAfter(books, payout))
  return payout
}

/** The steps that a payout has yet to take; none of a status that only the control API sets. */
function stepsAfter({ taken }: PayoutBooks, { id, status, ...payout }: Payout): readonly Step[] {
  const steps = taken.has(id) ? stepsOf(payout) : failing('INSUFFICIENT_BALANCE')
  if (status === 'ACCEPTED') return steps
  const at = steps.findIndex((step) => step.status === status)
  return at < 0 ? [] : steps.slice(at + 1)
}

/** Advances step by step, unless the control API changed the status meanwhile. */
function goOn(books: PayoutBooks, payout: Payout, [step, ...later]: readonly Step[]): void {
  if (step === undefined) return
  books.frame.clock.after(stepMs, () => {
    const now = books.payouts.get(payout.id)
    if (!books.pace.auto || now?.status !== payout.status) return
    goOn(books, move(books, now, step), later)
  })
}

/**
 * Changes a payout and sends a callback; an end without payment returns the amount to the balance.
 */
export function move(books: PayoutBooks, payout: Payout, step: Step): Payout {
  const { failure_code: _earlier, ...rest } = payout
  const { status, failureCode } = step
  const moved: Payout = {
    ...rest,
    status,
    ...(failureCode === undefined ? {} : { failure_code: failureCode }),
    updated: new Date().toISOString(),
  }
  if (endings.includes(status) && books.taken.delete(payout.id)) {
    books.balance.rupiah += BigInt(payout.amount)
  }
  books.payouts.put(moved.id, moved)
  const event = `payout.${status.toLowerCase()}`
  const envelope = { event, business_id: ownerId, created: moved.updated, data: moved }
  sendPayout(books.frame, JSON.stringify(envelope))
  return moved
}

/** Cancels a payout that was not sent to the channel. */
export function cancel(books: PayoutBooks, payout: Payout): Payout {
  if (payout.status !== 'ACCEPTED') {
    throw new Refused(400, 'PAYOUT_STATE_INVALID', 'The payout can no longer be cancelled')
  }
  return move(books, payout, { status: 'CANCELLED' })
}

/** Finds a payout by the provider's id, or the newest one of a reference. */
export const findPayout = ({ payouts }: PayoutBooks, idOrReference: string): Payout | undefined =>
  payouts.get(idOrReference) ??
  payouts.all().findLast(({ reference_id }) => reference_id === idOrReference)

export function forgetPayouts({ payouts, keys, taken, pace }: PayoutBooks): void {
  payouts.clear()
  taken.clear()
  keys.clear()
  pace.auto = true
}

function refuseUnpayable({ channel_code, channel_properties, amount }: NewPayout): void {
  const channel = channels.find((one) => one.channel_code === channel_code)
  if (channel === undefined) {
    throw new Refused(400, 'CHANNEL_CODE_NOT_SUPPORTED', 'The channel is not supported')
  }
  if (!/^\d+$/.test(channel_properties.account_number)) {
    throw new Refused(400, 'RECIPIENT_ACCOUNT_NUMBER_ERROR', 'The account number is not valid')
  }
  const { minimum, maximum, minimum_increment } = channel.amount_limits
  if (amount % minimum_increment !== 0) {
    throw new Refused(400, 'AMOUNT_INCREMENT_NOT_SUPPORTED', 'The amount must be whole')
  }
  if (amount < minimum) {
    throw new Refused(400, 'MINIMUM_TRANSFER_LIMIT_ERROR', `At least ${minimum}`)
  }
  if (amount > maximum) {
    throw new Refused(400, 'MAXIMUM_TRANSFER_LIMIT_ERROR', `At most ${maximum}`)
  }
}
