import { Broken } from '../broken.ts'
import { coinAddress, receiveCoins } from '../custody.ts'
import { atoms, inDecimals } from '../decimals.ts'
import { type Chapter, type Play, until } from '../play.ts'
import { coinsBecome, coinsOf, transfersOf } from '../wallet.ts'

const amount = '0.750000000000000001'

/** A coin that is on its way is shown, and counts once custody has it, to the last decimal. */
export const coinsIn: Chapter = { title: 'Coins come in', run }

async function run(play: Play): Promise<void> {
  const { stage, cast } = play
  const trader = cast.trader.get()
  const address = await stage.step(
    'Open an address for ether',
    async () => {
      const opened = await coinAddress(trader, 'ETH', 'ETH')
      const again = await coinAddress(trader, 'ETH', 'ETH')
      if (again !== opened) throw new Broken(`Asked again, the address is ${again}.`)
      return opened
    },
    (opened) => `Open an address for ether: ${opened.slice(0, 8)}…${opened.slice(-6)}`,
  )
  const receipt = { address, assetId: 'ETH', amount }
  await stage.step(
    `${amount} ETH are on their way`,
    async () => {
      await receiveCoins(play, { ...receipt, statuses: ['CONFIRMING'] })
      await until('the deposit to be seen', () => deposited(play, 'PENDING'))
      const balance = await coinsOf(trader, 'ETH')
      if (balance !== 0n) throw new Broken(`${inDecimals(balance)} ETH count too early.`)
    },
    () => `${amount} ETH are on their way: nothing counts yet`,
  )
  await stage.step(
    'Another transfer is complete: it counts',
    async () => {
      await receiveCoins(play, { ...receipt, statuses: ['CONFIRMING', 'COMPLETED'] })
      return coinsBecome(trader, 'ETH', atoms(amount))
    },
    (balance) => `Another transfer is complete: it counts, ${inDecimals(balance)} ETH`,
  )
  await stage.step('The history has both: PENDING, and COMPLETED', async () => {
    const found = (await transfersOf(trader, 'COIN')).map(({ status }) => status)
    if (found.toSorted().join() === 'COMPLETED,PENDING') return
    throw new Broken(`The history has ${found.join(', ')}.`)
  })
}

const deposited = async (play: Play, status: string): Promise<true | null> => {
  const found = await transfersOf(play.cast.trader.get(), 'COIN')
  return found.some((deposit) => deposit.status === status) ? true : null
}
