import type { components, Tukar } from '../packages/client/src/client.ts'
import { Broken } from './broken.ts'
import { atoms } from './decimals.ts'
import { type Person, type Play, until } from './play.ts'
import { senOf } from './rupiah.ts'

export type Transfer = components['schemas']['Transfer']
export type Move = components['schemas']['Move']
export type Holding = components['schemas']['CoinBalance']

type Owner = Pick<Person, 'client'>

/** A user's balances, by symbol. */
export async function holdingsOf({ client }: Owner): Promise<ReadonlyMap<string, Holding>> {
  const coins = await client.get('/api/users/coins')
  return new Map(coins.map((coin) => [coin.symbol, coin]))
}

async function holding(owner: Owner, symbol: string): Promise<Holding> {
  const coin = (await holdingsOf(owner)).get(symbol)
  if (coin === undefined) throw new Broken(`The list of coins has no ${symbol} in it.`)
  return coin
}

/** The rupiah the trader can spend, in sen. */
export const rupiahOf = ({ cast }: Play): Promise<bigint> => rupiahIn(cast.trader.get().client)

/** The same for the owner of an app or a program. */
export const rupiahIn = async (client: Tukar): Promise<bigint> =>
  senOf((await holding({ client }, 'IDR')).available)

/** A user's spendable amount of a coin. */
export const coinsOf = async (owner: Owner, symbol: string): Promise<bigint> =>
  atoms((await holding(owner, symbol)).available)

/** Waits until a user can spend exactly this amount of a coin; more breaks off at once. */
export const coinsBecome = (owner: Owner, symbol: string, wanted: bigint): Promise<bigint> =>
  until(`the balance of ${symbol}`, async () => {
    const now = await coinsOf(owner, symbol)
    if (now > wanted) throw new Broken(`There is more ${symbol} than there can be.`)
    return now === wanted ? now : null
  })

/** A user's newest deposits and withdrawals. */
export async function transfersOf(
  { client }: Owner,
  currencyType: 'FIAT' | 'COIN',
): Promise<readonly Transfer[]> {
  const params = { query: { currencyType, per_page: 100 } }
  return (await client.get('/api/users/history/deposit-withdraw', { params })).data
}

/** The trader's deposits of rupiah, newest first. */
export const cashDeposits = async ({ cast }: Play): Promise<readonly Transfer[]> =>
  (await transfersOf(cast.trader.get(), 'FIAT')).filter(({ type }) => type === 'CASH_DEPOSIT')

/** The moves of the trader's accounts, oldest first. */
export async function ledgerMoves({ cast }: Play): Promise<readonly Move[]> {
  const params = { query: { sort: 'asc', per_page: 100 } } as const
  const { client } = cast.trader.get()
  const { data, totalData } = await client.get('/api/users/transaction-histories', { params })
  if (data.length !== totalData) throw new Broken(`${totalData} moves do not fit on one page.`)
  return data
}
