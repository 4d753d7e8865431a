import { Broken } from '../broken.ts'
import { atoms, inDecimals } from '../decimals.ts'
import type { Chapter, Play } from '../play.ts'
import { grouped, rupiah, senOf } from '../rupiah.ts'
import { holdingsOf, ledgerMoves, type Move } from '../wallet.ts'

const columns = [
  { head: 'Time (UTC)' },
  { head: 'Action' },
  { head: 'Account' },
  { head: 'Amount', right: true },
  { head: 'Balance after', right: true },
] as const

/** Every move of the trader's accounts, and the proof that they add up. */
export const statement: Chapter = { title: 'The ledger', run }

async function run(play: Play): Promise<void> {
  const { stage } = play
  const moves = await stage.step(
    'Read every move',
    () => ledgerMoves(play),
    ({ length }) => `Read every move of the trader: ${length}`,
  )
  stage.table(columns, moves.map(rowOf))
  for (const symbol of new Set(moves.map((move) => move.symbol))) {
    const own = moves.filter((move) => move.symbol === symbol)
    await stage.step(
      `The moves of ${symbol} add up to the balance`,
      () => addedUp(play, symbol, own),
      (balance) => `${own.length} of ${symbol} add up to the balance: ${inWords(symbol, balance)}`,
    )
  }
}

function rowOf({ createdAt, action, account, symbol, amount, balanceAfter }: Move) {
  const shown = (text: string) =>
    symbol === 'IDR' ? grouped(senOf(text)) : inDecimals(atoms(text))
  const sign = atoms(amount) > 0n ? '+' : ''
  const owner = symbol === 'IDR' ? account : `${symbol} ${account}`
  return [createdAt.slice(11, 23), action, owner, `${sign}${shown(amount)}`, shown(balanceAfter)]
}

const inWords = (symbol: string, balance: string): string =>
  symbol === 'IDR' ? rupiah(senOf(balance)) : `${balance} ${symbol}`

async function addedUp({ cast }: Play, symbol: string, moves: readonly Move[]) {
  const sum = moves.reduce((total, { amount }) => total + atoms(amount), 0n)
  const { balance } = (await holdingsOf(cast.trader.get())).get(symbol) ?? { balance: '0' }
  if (sum === atoms(balance)) return balance
  throw new Broken(`The moves add up to ${inDecimals(sum)} ${symbol}, the balance is ${balance}.`)
}
