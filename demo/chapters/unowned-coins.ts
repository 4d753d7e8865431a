import { z } from 'zod'
import { Broken } from '../broken.ts'
import { receiveCoins, strangeAddress } from '../custody.ts'
import { atoms, inDecimals } from '../decimals.ts'
import { signSecondOperatorIn } from '../operators.ts'
import { type Chapter, type Play, until } from '../play.ts'
import { coinsBecome, coinsOf } from '../wallet.ts'

const amount = '0.02'

const Items = z.object({
  data: z.object({ data: z.array(z.object({ id: z.int(), reference: z.string() })) }),
})
const Item = z.object({ data: z.object({ state: z.string() }) })

/** Coins without an owner are kept in suspense until two operators assign them. */
export const unownedCoins: Chapter = { title: 'Coins without an owner', run }

async function run(play: Play): Promise<void> {
  const { stage, cast } = play
  const operator = cast.operator.get()
  const second = operator === null ? null : await signSecondOperatorIn(play)
  if (operator === null || second === null) {
    return stage.note('skipped: two operators must agree, and here they can not both sign in')
  }
  const trader = cast.trader.get()
  const item = await stage.step(
    `${amount} ETH arrive at an unknown address: kept apart`,
    async () => {
      const address = strangeAddress()
      const custodyId = await receiveCoins(play, { address, assetId: 'ETH', amount })
      return until('the coins to be kept apart', () => kept(play, operator.token, custodyId))
    },
    ({ id }) => `${amount} ETH arrive at an unknown address: kept apart, item ${id}`,
  )
  const before = await coinsOf(trader, 'ETH')
  await stage.step('An operator names their owner, and can not confirm it alone', async () => {
    await assign(play, operator.token, item.id)
    await play.tukar.operators.refused('POST', pathOf(item.id), sent(play, operator.token))
    if ((await coinsOf(trader, 'ETH')) !== before) throw new Broken('One is enough.')
  })
  await stage.step(`${second.email} says the same: assigned`, async () => {
    const state = await assign(play, second.token, item.id)
    if (state !== 'assigned') throw new Broken(`The item is ${state}.`)
  })
  await stage.step(
    'They are in the balance',
    () => coinsBecome(trader, 'ETH', before + atoms(amount)),
    (balance) => `They are in the balance: ${inDecimals(balance)} ETH`,
  )
}

async function kept({ tukar }: Play, token: string, custodyId: string) {
  const list = '/operator/api/suspense?state=open&limit=100'
  const { data } = (await tukar.operators.call('GET', list, Items, { token })).data
  return data.find(({ reference }) => reference.startsWith(custodyId))
}

const pathOf = (id: number): string => `/operator/api/suspense/${id}/assign`

const sent = ({ cast }: Play, token: string) => ({
  token,
  body: { userId: cast.trader.get().id, reason: 'The sender has shown the transfer' },
})

const assign = async (play: Play, token: string, id: number): Promise<string> =>
  (await play.tukar.operators.call('POST', pathOf(id), Item, sent(play, token))).data.state
