import { z } from 'zod'
import type { Api } from './api.ts'
import { Broken } from './broken.ts'
import type { Play } from './play.ts'
import { senOf } from './rupiah.ts'

const Coins = z.object({
  data: z.array(z.object({ symbol: z.string(), available: z.string(), balance: z.string() })),
})

const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.object({ data: z.array(item), totalData: z.int() }) })

const Deposits = pageOf(
  z.object({ type: z.string(), status: z.string(), amount: z.string(), fee: z.string() }),
)

const Moves = pageOf(
  z.object({
    createdAt: z.iso.datetime(),
    action: z.string(),
    account: z.string(),
    amount: z.string(),
    balanceAfter: z.string(),
  }),
)

/** The rupiah the trader can spend, in sen. */
export const rupiahOf = ({ tukar, cast }: Play): Promise<bigint> =>
  rupiahIn(tukar, { token: cast.trader.get().token })

/** The same for whoever a token or the headers of a key stand for. */
export async function rupiahIn(
  tukar: Api,
  proof: Readonly<{ token: string } | { headers: Readonly<Record<string, string>> }>,
): Promise<bigint> {
  const coins = await tukar.call('GET', '/api/users/coins', Coins, proof)
  const coin = coins.data.find(({ symbol }) => symbol === 'IDR')
  if (coin === undefined) throw new Broken('The list of coins has no rupiah in it.')
  return senOf(coin.available)
}

/** The newest cash deposits of the trader, and how many there are. */
export async function cashDeposits({ tukar, cast }: Play) {
  const path = '/api/users/history/deposit-withdraw?currencyType=FIAT&per_page=100'
  return (await tukar.call('GET', path, Deposits, { token: cast.trader.get().token })).data
}

/** The moves of the trader's accounts, oldest first, and how many there are. */
export async function ledgerMoves({ tukar, cast }: Play) {
  const path = '/api/users/transaction-histories?sort=asc&per_page=100'
  return (await tukar.call('GET', path, Moves, { token: cast.trader.get().token })).data
}
