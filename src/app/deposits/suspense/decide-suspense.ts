import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { type UserId, userId } from '../../../base/values/ids.ts'
import { type Money, zero } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { postAll } from '../../../core/ledger/post.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { readPartsPerMillion, readRupiah } from '../../../core/reference/settings.sql.ts'
import { postWithVats, readFeeVats } from '../../../core/taxes/fee-vats.ts'
import { type ById, reason } from '../../../platform/access/operators/change-contracts.ts'
import { type Agree, decide } from '../../../platform/access/operators/decide.ts'
import { operatorCode } from '../../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { optional, wireId } from '../../../platform/http/contracts/contracts.ts'
import { notOnesOwn } from '../../transfers/deciding.ts'
import { type CoinDeposit, coinNoticesFor, isTwin, keyOf } from '../coins/coin-deposit.rules.ts'
import { lockCoinDeposits, writeCoinDeposits } from '../coins/coin-deposits.sql.ts'
import { noticesFor } from '../paid-in.rules.ts'
import { qrisFee } from '../payx/qris-payment.rules.ts'
import { supplyHeadroom } from '../supply-headroom.ts'
import { chargeRefund, returnRefund } from './decide-refund.ts'
import { type SuspenseDetails, suspenseDetails } from './query-suspense.ts'
import {
  completeCashDeposit,
  findCoinDeposit,
  lockSuspense,
  markDecided,
  markProposed,
  markRejected,
} from './suspense-decisions.sql.ts'
import {
  assignment,
  cashCredit,
  isRefund,
  type Origin,
  originOf,
  type Proposal,
  returned,
  type SuspenseItem,
  statementOf,
  wordsOf,
} from './suspense-item.rules.ts'

const otpCode = optional(operatorCode)

export const AssignSuspense = z.object({ userId: wireId.transform(userId), reason, otpCode })
export const ReturnSuspense = z.object({ reason, otpCode })

type Deciding = Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>

type Details = z.input<typeof SuspenseDetails>

/**
 * Proposes the owner of an item. When a second operator agrees, the user is credited once, less the
 * fee of a normal deposit, and the deposit gets its owner. A refund is taken from its user instead.
 */
export const assignSuspense = (
  ctx: Deciding,
  input: z.output<typeof ById> & z.output<typeof AssignSuspense>,
  by: OperatorOperation,
): Promise<Audited<Details>> =>
  decide(ctx, by, input.otpCode, async (tx, agree) => {
    const item = await lockUndecided(tx, input.id)
    if (item.amount === null) return refuse('api.suspense_not_ours')
    const { id: user } = await notOnesOwn(tx, input.userId, by)
    const proposal = { user, reason: input.reason }
    const agreed = await propose(agree, item, proposal)
    if (agreed) await (isRefund(item) ? chargeRefund : creditOwner)(tx, item, item.amount, user)
    return conclude(tx, item, proposal, by, agreed)
  })

/**
 * Proposes that an item was returned to its sender outside this service. When a second operator
 * agrees, it leaves the books. A refund leaves them with its payment, which is in suspense.
 */
export const returnSuspense = (
  ctx: Deciding,
  input: z.output<typeof ById> & z.output<typeof ReturnSuspense>,
  by: OperatorOperation,
): Promise<Audited<Details>> =>
  decide(ctx, by, input.otpCode, async (tx, agree) => {
    const item = await lockUndecided(tx, input.id)
    const proposal = { user: null, reason: input.reason }
    const agreed = await propose(agree, item, proposal)
    if (agreed && item.amount !== null && isRefund(item)) {
      await returnRefund(tx, item, item.amount, by.operator.id)
    } else if (agreed && item.amount !== null) {
      await giveBack(tx, item, item.amount)
    }
    return conclude(tx, item, proposal, by, agreed)
  })

async function lockUndecided(tx: Tx, id: number): Promise<SuspenseItem> {
  const item = await lockSuspense(tx, id)
  if (item === null) return refuse('api.suspense_not_found')
  const decided = item.state === 'assigned' || item.state === 'returned'
  return decided ? refuse('api.already_decided') : item
}

const propose = (
  agree: Agree,
  { id: subject }: SuspenseItem,
  { user, reason: note }: Proposal,
): Promise<boolean> =>
  agree({ kind: 'suspense', subject, statement: statementOf(user), note, needed: 2 })

/** Marks an item as decided or proposed, and writes the audit entry. */
async function conclude(
  tx: Tx,
  item: SuspenseItem,
  { user, reason: why }: Proposal,
  by: OperatorOperation,
  agreed: boolean,
): Promise<Audited<Details>> {
  if (agreed) await markDecided(tx, item.id, by.operator.id, user)
  else await markProposed(tx, item.id)
  const details = await suspenseDetails(tx, item.id)
  const change = {
    subject: { kind: 'suspense', id: item.id },
    before: { state: item.state },
    after: { state: details.state, amount: wordsOf(item), userId: user, reason: why },
  }
  return audited(tx, by, change, details)
}

/**
 * Credits an item to its owner and sends the notices of a new deposit. Refuses if the supply cap
 * would be exceeded.
 */
async function creditOwner(tx: Tx, item: SuspenseItem, amount: Money, user: UserId): Promise<void> {
  const origin = originOf(item)
  const fee = await feeOf(tx, origin, amount)
  const { credited, fee: taken, posting } = assignment(item, amount, user, fee)
  if ((await supplyHeadroom(tx, credited)) < credited.units) refuse('api.supply_cap_reached')
  if (origin.kind === 'CASH') {
    await completeCashDeposit(tx, origin, user, taken.units)
    const vats = await readFeeVats(tx, [{ key: posting.key, user, source: 'deposit', fee: taken }])
    await postWithVats(tx, [posting], vats)
    enqueueAll(tx, noticesFor(cashCredit(item, origin, amount, user, fee)))
    return
  }
  const owned = { ...(await lockedDeposit(tx, item, origin)), user }
  await writeCoinDeposits(tx, [owned])
  await postAll(tx, [posting])
  enqueueAll(tx, coinNoticesFor(owned))
}

/**
 * Takes an item out of the books. Staff return coins in custody's console, and that transfer is
 * booked as the treasury's when custody reports it; what never came leaves custody's account.
 */
async function giveBack(tx: Tx, item: SuspenseItem, amount: Money): Promise<void> {
  const origin = originOf(item)
  if (origin.kind === 'CASH') {
    await postAll(tx, [returned(item, amount, origin.provider)])
    return markRejected(tx, origin, 'returned')
  }
  const payer = isTwin(await lockedDeposit(tx, item, origin)) ? 'custody' : 'treasury'
  await postAll(tx, [returned(item, amount, payer)])
}

async function lockedDeposit(
  tx: Tx,
  item: SuspenseItem,
  origin: Extract<Origin, { kind: 'COIN' }>,
): Promise<CoinDeposit> {
  const key = await findCoinDeposit(tx, origin)
  const deposit = key === null ? undefined : (await lockCoinDeposits(tx, [key])).get(keyOf(key))
  if (deposit === undefined) throw new Error(`no deposit belongs to suspense item ${item.id}`)
  return deposit
}

/** The fee of the deposit's method by the current settings. */
async function feeOf(tx: Tx, origin: Origin, amount: Money): Promise<Money> {
  if (origin.kind === 'COIN' || origin.method === 'ORDER') return zero(amount.asset)
  if (origin.method === 'VA') return readRupiah(tx, 'deposit.va_fee_idr')
  const rate = await readPartsPerMillion(tx, 'deposit.qris_fee_ppm')
  return qrisFee(amount, rate)
}
