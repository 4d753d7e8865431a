import { z } from 'zod'
import type { UserId } from '../../src/base/values/ids.ts'
import type { CoinDeposit } from '../storms/judge-coins.ts'
import { fees } from '../storms/judge-rupiah.ts'
import { ask } from '../storms/rupiah.ts'
import { count } from './answers.ts'
import type { Actor, Game, Payment, Refund } from './cast.ts'
import { modelled } from './model.ts'

/* What staff of the house and of banks do at the providers, past the service. */

const CustodyTransfer = z.object({ id: z.string() })
const outside = {
  type: 'ONE_TIME_ADDRESS',
  oneTimeAddress: { address: `0x${'7'.repeat(40)}` },
} as const
const away = {
  outside,
  treasury: { type: 'INTERNAL_WALLET', id: 'cold' },
} as const
const milliEther = 10n ** 15n

/** Staff send ether from custody's console, without a withdrawal of ours. */
export async function transfer(
  game: Game,
  { to, milli }: Readonly<{ to: 'outside' | 'treasury'; milli: number }>,
): Promise<void> {
  await send(game, { assetId: 'ETH', destination: away[to], amount: `0.00${milli}` })
  game.byHand.push(BigInt(milli) * milliEther)
  count(game, `transfer to ${to}: made`)
}

type Sending = Readonly<{ assetId: string; destination: object; amount: string }>

async function send({ providers }: Game, sending: Sending): Promise<void> {
  const source = { type: 'VAULT_ACCOUNT', id: '1' }
  const made = await providers.control('POST', '/custody/transfers', { ...sending, source })
  const path = `/custody/withdrawals/${CustodyTransfer.parse(made).id}`
  await providers.control('POST', path, { status: 'COMPLETED' })
}

/** Staff send coins back to where they came from. */
export async function sendBack(game: Game, { assetId, units }: CoinDeposit): Promise<void> {
  const coin = modelled.find(({ id }) => id === assetId)
  if (coin === undefined) throw new Error(`asset ${assetId} has no model`)
  const amount = `0.${units.toString().padStart(coin.scale, '0')}`
  await send(game, { assetId: coin.symbol, destination: outside, amount })
}

/**
 * Staff return what is left of the user's newest payment into a virtual account, or a part of that,
 * if all payments are credited.
 */
export async function refund(
  game: Game,
  actor: Actor,
  { percent }: Readonly<{ percent: number }>,
): Promise<void> {
  const { paid } = actor.facts
  const one = paid.findLast((payment) => payment.paymentId !== undefined && leftOf(payment) > 0)
  if (one?.paymentId === undefined) return
  const recorded = (await fiatTransfersOf(game, actor)).filter(
    ({ type, status }) => type === 'CASH_DEPOSIT' && status === 'COMPLETED',
  )
  if (recorded.length < paid.length) return count(game, 'refund: not credited yet')
  const amount = Math.max(1, Math.floor((leftOf(one) * percent) / 100))
  one.refunded = (one.refunded ?? 0) + amount
  const credited = one.rupiah - fees.va(one.rupiah)
  const { paymentId } = one
  await returnPayment(game, { paymentId, user: actor.by.id, credited, amount })
}

const leftOf = ({ rupiah, refunded = 0 }: Payment): number => rupiah - refunded

const PayxRefund = z.object({ id: z.string() })

type Returned = Readonly<{
  paymentId: string
  amount: number
  /** The user who was credited, and with how much; null: the payment is in suspense. */
  user: UserId | null
  credited: number
}>

/** Staff of payx return a payment to its payer. */
export async function returnPayment(
  game: Game,
  { paymentId, user, credited, amount: rupiah }: Returned,
): Promise<Refund> {
  const made = await game.providers.control('POST', '/payx/refunds', { paymentId, amount: rupiah })
  const { id } = PayxRefund.parse(made)
  const refund: Refund = { id, paymentId, user, rupiah, credited, isBooked: false, fate: 'waiting' }
  game.refunds.push(refund)
  count(game, 'refund: made')
  return refund
}

/** The bank returns the user's oldest payout of rupiah that the user sees as paid. */
export async function returnPayout(game: Game, actor: Actor): Promise<void> {
  const one = actor.facts.wanted.find(({ asset, fate }) => asset === 'IDR' && fate === 'paid')
  if (one === undefined) return
  const transfers = await fiatTransfersOf(game, actor)
  if (!transfers.some(({ id, status }) => id === one.requestId && status === 'SUCCESS'))
    return count(game, 'return: not paid yet')
  const path = `/payx/payouts/${one.requestId}`
  await game.providers.control('POST', path, { status: 'REVERSED' })
  one.fate = 'returned'
  count(game, 'return: made')
}

const fiatTransfersOf = async (game: Game, { by }: Actor) => {
  const query = { currencyType: 'FIAT' as const, per_page: 100 }
  const listed = await ask(game, by, (app) =>
    app.get('/api/users/history/deposit-withdraw', { params: { query } }),
  )
  return listed.data
}
