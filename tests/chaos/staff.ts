import { z } from 'zod'
import { ask } from '../storms/rupiah.ts'
import { count } from './answers.ts'
import type { Actor, Game } from './cast.ts'

/* What staff of the house and of banks do at the providers, past the service. */

const CustodyTransfer = z.object({ id: z.string() })
const away = {
  outside: { type: 'ONE_TIME_ADDRESS', oneTimeAddress: { address: `0x${'7'.repeat(40)}` } },
  treasury: { type: 'INTERNAL_WALLET', id: 'cold' },
} as const
const milliEther = 10n ** 15n

/** Staff send ether from custody's console, without a withdrawal of ours. */
export async function transfer(
  game: Game,
  { to, milli }: Readonly<{ to: 'outside' | 'treasury'; milli: number }>,
): Promise<void> {
  const { providers, byHand } = game
  const made = await providers.control('POST', '/custody/transfers', {
    assetId: 'ETH',
    source: { type: 'VAULT_ACCOUNT', id: '1' },
    destination: away[to],
    amount: `0.00${milli}`,
  })
  const path = `/custody/withdrawals/${CustodyTransfer.parse(made).id}`
  await providers.control('POST', path, { status: 'COMPLETED' })
  byHand.push(BigInt(milli) * milliEther)
  count(game, `transfer to ${to}: made`)
}

/** Staff return the user's newest payment into a virtual account, if all payments are credited. */
export async function refund(
  game: Game,
  actor: Actor,
  { percent }: Readonly<{ percent: number }>,
): Promise<void> {
  const { paid } = actor.facts
  const one = paid.findLast(({ paymentId, refunded }) => paymentId && refunded === undefined)
  if (one === undefined) return
  const credited = (await fiatTransfersOf(game, actor)).filter(
    ({ type, status }) => type === 'CASH_DEPOSIT' && status === 'COMPLETED',
  )
  if (credited.length < paid.length) return count(game, 'refund: not credited yet')
  const amount = Math.max(1, Math.floor((one.rupiah * percent) / 100))
  await game.providers.control('POST', '/payx/refunds', { paymentId: one.paymentId, amount })
  one.refunded = amount
  count(game, 'refund: made')
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
