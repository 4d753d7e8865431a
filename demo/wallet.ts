import { z } from 'zod'
import type { Api } from './api.ts'
import { Broken } from './broken.ts'
import { atoms } from './decimals.ts'
import { type Person, type Play, until } from './play.ts'
import { senOf } from './rupiah.ts'

const Coins = z.object({
  data: z.array(
    z.object({
      symbol: z.string(),
      available: z.string(),
      locked: z.string(),
      balance: z.string(),
    }),
  ),
})

const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.object({ data: z.array(item), totalData: z.int() }) })

const Transfer = z.object({
  id: z.string(),
  type: z.string(),
  symbol: z.string(),
  status: z.string(),
  amount: z.string(),
  fee: z.string(),
  txHash: z.string().nullable(),
})

const Moves = pageOf(
  z.object({
    createdAt: z.iso.datetime(),
    action: z.string(),
    symbol: z.string(),
    account: z.string(),
    amount: z.string(),
    balanceAfter: z.string(),
  }),
)

export type Transfer = z.output<typeof Transfer>
export type Move = z.output<typeof Moves>['data']['data'][number]
export type Holding = z.output<typeof Coins>['data'][number]

type Signed = Readonly<{ token: string } | { headers: Readonly<Record<string, string>> }>

/** All that somebody owns, by symbol. */
export async function holdingsOf(tukar: Api, proof: Signed): Promise<ReadonlyMap<string, Holding>> {
  const coins = await tukar.call('GET', '/api/users/coins', Coins, proof)
  return new Map(coins.data.map((coin) => [coin.symbol, coin]))
}

async function holding(tukar: Api, proof: Signed, symbol: string): Promise<Holding> {
  const coin = (await holdingsOf(tukar, proof)).get(symbol)
  if (coin === undefined) throw new Broken(`The list of coins has no ${symbol} in it.`)
  return coin
}

/** The rupiah the trader can spend, in sen. */
export const rupiahOf = ({ tukar, cast }: Play): Promise<bigint> =>
  rupiahIn(tukar, { token: cast.trader.get().token })

/** The same for whoever a token or the headers of a key stand for. */
export const rupiahIn = async (tukar: Api, proof: Signed): Promise<bigint> =>
  senOf((await holding(tukar, proof, 'IDR')).available)

/** What somebody can spend of a coin. */
export const coinsOf = async (
  { tukar }: Play,
  { token }: Pick<Person, 'token'>,
  symbol: string,
): Promise<bigint> => atoms((await holding(tukar, { token }, symbol)).available)

/** Waits until somebody can spend exactly so much of a coin; more breaks off at once. */
export const coinsBecome = (
  play: Play,
  person: Pick<Person, 'token'>,
  symbol: string,
  wanted: bigint,
): Promise<bigint> =>
  until(`the balance of ${symbol}`, async () => {
    const now = await coinsOf(play, person, symbol)
    if (now > wanted) throw new Broken(`There is more ${symbol} than there can be.`)
    return now === wanted ? now : null
  })

/** The newest deposits and withdrawals of somebody. */
export async function transfersOf(
  { tukar }: Play,
  { token }: Pick<Person, 'token'>,
  currencyType: 'FIAT' | 'COIN',
): Promise<readonly Transfer[]> {
  const path = `/api/users/history/deposit-withdraw?currencyType=${currencyType}&per_page=100`
  return (await tukar.call('GET', path, pageOf(Transfer), { token })).data.data
}

/** The trader's deposits of rupiah, newest first. */
export const cashDeposits = async (play: Play): Promise<readonly Transfer[]> =>
  (await transfersOf(play, play.cast.trader.get(), 'FIAT')).filter(
    ({ type }) => type === 'CASH_DEPOSIT',
  )

/** The moves of the trader's accounts, oldest first. */
export async function ledgerMoves({ tukar, cast }: Play): Promise<readonly Move[]> {
  const path = '/api/users/transaction-histories?sort=asc&per_page=100'
  const { data, totalData } = (await tukar.call('GET', path, Moves, cast.trader.get())).data
  if (data.length !== totalData) throw new Broken(`${totalData} moves do not fit on one page.`)
  return data
}
