import { z } from 'zod'
import { Broken } from '../broken.ts'
import { strangeBitcoinAddress } from '../custody.ts'
import { atoms, inDecimals } from '../decimals.ts'
import { signOperatorIn } from '../operators.ts'
import type { Chapter, Play } from '../play.ts'
import { coinsOf, holdingsOf } from '../wallet.ts'
import { mailedCode, succeeds, type Withdrawal, withdrawCoins } from '../withdrawing.ts'

const amount = '0.02'

const Waiting = z.object({
  data: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        approvalsNeeded: z.int(),
        approvalReasons: z.array(z.string()).min(1),
      }),
    ),
  }),
})
const Approved = z.object({ data: z.object({ status: z.string() }) })

/** A withdrawal to a new destination waits for an operator's approval. */
export const secondLook: Chapter = { title: 'An operator looks first', run }

async function run(play: Play): Promise<void> {
  const { stage, cast } = play
  const friend = cast.friend.get()
  const operator = await signOperatorIn(play)
  cast.operator.is(operator)
  if (operator === null) return
  const before = await coinsOf(friend, 'BTC')
  const otpCode = await mailedCode(play, friend)
  const asked = await stage.step(
    `The friend withdraws ${amount} BTC`,
    () =>
      withdrawCoins(friend, {
        symbol: 'BTC',
        network: 'BTC',
        amount,
        toAddress: strangeBitcoinAddress(),
        residentialName: 'Siti Contoh',
        residentialAddress: 'Jalan Contoh 2, Bandung',
        otpCode,
      }),
    ({ status }) => `The friend withdraws ${amount} BTC, to a new address: ${status}`,
  )
  await stage.step('Until then it is frozen', () => frozen(play))
  await stage.step(
    'The operator sees why it waits, and approves',
    () => approve(play, operator.token, asked),
    ([reason]) => `The operator sees why it waits (${reason}), and approves`,
  )
  await stage.step('Custody has sent it: SUCCESS', () => succeeds(friend, 'COIN', asked))
  await stage.step(
    'It is gone',
    async () => {
      const now = await coinsOf(friend, 'BTC')
      if (before - now === atoms(amount)) return now
      throw new Broken(`${inDecimals(before - now)} BTC are gone.`)
    },
    (now) => `It is gone, and no more than it: ${inDecimals(now)} BTC are left`,
  )
}

async function frozen({ cast }: Play): Promise<void> {
  const coin = (await holdingsOf(cast.friend.get())).get('BTC')
  if (atoms(coin?.locked ?? '0') === atoms(amount)) return
  throw new Broken(`${coin?.locked} BTC are frozen.`)
}

async function approve({ tukar }: Play, token: string, { request_id: id }: Withdrawal) {
  const list = '/operator/api/withdrawals?status=PENDING_APPROVAL&limit=100'
  const found = (await tukar.operators.call('GET', list, Waiting, { token })).data.data.find(
    (waiting) => waiting.id === id,
  )
  if (found === undefined) throw new Broken(`${id} does not wait for an operator.`)
  const path = `/operator/api/withdrawals/${id}/approve`
  const body = { note: 'Looked at in the demo' }
  const { status } = (await tukar.operators.call('POST', path, Approved, { token, body })).data
  if (status === 'PENDING_APPROVAL') throw new Broken(`${id} still waits for an operator.`)
  return found.approvalReasons
}
