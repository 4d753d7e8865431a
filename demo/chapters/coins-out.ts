import { Broken } from '../broken.ts'
import { coinAddress, receiveCoins, strangeAddress } from '../custody.ts'
import { atoms, inDecimals } from '../decimals.ts'
import { newcomer } from '../newcomer.ts'
import type { Chapter, Play } from '../play.ts'
import { coinsBecome, coinsOf } from '../wallet.ts'
import { mailedCode, succeeds, withdrawCoins } from '../withdrawing.ts'

/** Another trader, who has coins and withdraws some of them. */
export const coinsOut: Chapter = { title: 'A friend sends coins', run }

async function run(play: Play): Promise<void> {
  const { stage, cast } = play
  const friend = await stage.step(
    'A friend signs up, shows a card, binds an app',
    () => newcomer(play, 'budi'),
    ({ email }) => `A friend signs up, shows a card, binds an app: ${email}`,
  )
  cast.friend.is(friend)
  await stage.step('A sender transfers 0.5 ETH and 0.2 BTC to the friend', async () => {
    for (const [assetId, amount] of [
      ['ETH', '0.5'],
      ['BTC', '0.2'],
    ] as const) {
      const address = await coinAddress(friend, assetId, assetId)
      await receiveCoins(play, { address, assetId, amount })
      await coinsBecome(friend, assetId, atoms(amount))
    }
  })
  const otpCode = await mailedCode(play, friend)
  const before = await coinsOf(friend, 'ETH')
  const asked = await stage.step(
    'Withdraw 0.01 ETH with both codes',
    () =>
      withdrawCoins(friend, {
        symbol: 'ETH',
        network: 'ETH',
        amount: '0.01',
        toAddress: strangeAddress(),
        residentialName: 'Siti Contoh',
        otpCode,
      }),
    ({ status, fee }) => `Withdraw 0.01 ETH with both codes: ${status}, fee ${fee} in it`,
  )
  await stage.step(
    'Custody has sent it: SUCCESS',
    () => succeeds(friend, 'COIN', asked),
    ({ txHash }) => `Custody has sent it: SUCCESS, on the chain as ${txHash?.slice(0, 10)}…`,
  )
  await stage.step(
    'The amount is gone, and no more than it',
    async () => {
      const now = await coinsOf(friend, 'ETH')
      if (before - now === atoms(asked.amount)) return now
      throw new Broken(`${inDecimals(before - now)} ETH are gone.`)
    },
    (now) => `The amount is gone, and no more than it: ${inDecimals(now)} ETH are left`,
  )
}
