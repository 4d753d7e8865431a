import { Broken } from '../broken.ts'
import type { Chapter, Play } from '../play.ts'
import { grouped, rupiah, senOf } from '../rupiah.ts'
import { ledgerMoves, rupiahOf } from '../wallet.ts'

const columns = [
  { head: 'Time (UTC)' },
  { head: 'Action' },
  { head: 'Account' },
  { head: 'Amount', right: true },
  { head: 'Balance after', right: true },
] as const

/** Every move of the trader's accounts, and the proof that they add up. */
export const statement: Chapter = { title: 'What the ledger says', run }

async function run(play: Play): Promise<void> {
  const { stage } = play
  const moves = await stage.step(
    'Read every move',
    async () => (await ledgerMoves(play)).data,
    ({ length }) => `Read every move of the trader: ${length}`,
  )
  stage.table(
    columns,
    moves.map((move) => [
      move.createdAt.slice(11, 23),
      move.action,
      move.account,
      signed(senOf(move.amount)),
      grouped(senOf(move.balanceAfter)),
    ]),
  )
  await stage.step(
    'The moves add up to the balance',
    async () => {
      const sum = moves.reduce((total, { amount }) => total + senOf(amount), 0n)
      const balance = await rupiahOf(play)
      if (sum !== balance) {
        throw new Broken(`The moves add up to ${rupiah(sum)}, the balance is ${rupiah(balance)}.`)
      }
      return balance
    },
    (balance) => `They add up to the balance: ${rupiah(balance)}`,
  )
}

const signed = (sen: bigint): string => (sen > 0n ? `+${grouped(sen)}` : grouped(sen))
