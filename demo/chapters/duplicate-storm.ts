import { setTimeout as pause } from 'node:timers/promises'
import { payAtBank, resend } from '../bank.ts'
import { Broken } from '../broken.ts'
import { type Chapter, type Play, until } from '../play.ts'
import { rupiah, senIn, senOf } from '../rupiah.ts'
import type { Progress } from '../stage/stage.ts'
import { cashDeposits, rupiahOf } from '../wallet.ts'

const amount = 500_000
const copies = 200
/** Other payments, each its own, that come between the copies. */
const others = [20_000, 35_000, 50_000, 75_000, 100_000, 15_000, 60_000, 90_000] as const

/** A provider that repeats itself two hundred times at once is heard once. */
export const duplicateStorm: Chapter = { title: 'A storm of duplicates', run }

async function run(play: Play): Promise<void> {
  const { stage } = play
  const before = await stage.step(
    'Read the balance',
    () => rupiahOf(play),
    (sen) => `The balance before: ${rupiah(sen)}`,
  )
  const feeSen = await feeOfFirst(play)
  const once = `Transfer ${rupiah(senIn(amount))}, called back ${copies + 1} times at once`
  await stage.step(
    once,
    (progress) => storm(play, progress),
    (perSecond) => `${once} (${perSecond}/s)`,
  )
  stage.note(`${others.length} other transfers came in between; every copy was answered 200`)
  const paid = [amount, ...others]
  const expected = paid.reduce((sum, each) => sum + senIn(each) - feeSen, before)
  const after = await stage.step(
    'Read the balance again',
    () => settled(play, expected),
    (sen) => `The balance after: ${rupiah(sen)}, every transfer counted once`,
  )
  stage.note(`${rupiah(after - before)} more: ${paid.length} transfers less their fees, no copy`)
  await stage.step(
    'The history has each transfer once',
    () => eachOnce(play, [...paid]),
    (total) => `The history has ${total} deposits, one for each transfer`,
  )
}

/** Every payment into a virtual account pays the fee that the first one paid. */
async function feeOfFirst(play: Play): Promise<bigint> {
  const deposit = (await cashDeposits(play)).at(-1)
  if (deposit === undefined) throw new Broken('The storm needs a deposit before it.')
  return senOf(deposit.fee)
}

/** Sends copies and other payments together; returns the number of callbacks a second. */
async function storm(play: Play, progress: Progress): Promise<number> {
  const callback = await payAtBank(play, amount)
  const copy = async () => {
    const status = await resend(play, callback)
    if (status !== 200) throw new Broken(`A repeated callback was answered ${status}.`)
  }
  const sends: (() => Promise<unknown>)[] = Array.from({ length: copies }, () => copy)
  const every = Math.floor(copies / others.length)
  for (const [index, other] of others.entries()) {
    sends.splice(index * (every + 1), 0, () => payAtBank(play, other))
  }
  let answered = 0
  const startedMs = performance.now()
  await Promise.all(
    sends.map(async (send) => {
      await send()
      answered += 1
      progress(answered, sends.length)
    }),
  )
  return Math.round((sends.length * 1_000) / (performance.now() - startedMs))
}

const stillMs = 300

/** Waits for the balance, and then a little longer to see that it stays. */
async function settled(play: Play, expected: bigint): Promise<bigint> {
  let last = 0n
  await until(`the balance to become ${rupiah(expected)}`, async () => {
    last = await rupiahOf(play)
    return last >= expected ? true : null
  })
  await pause(stillMs)
  last = await rupiahOf(play)
  if (last === expected) return last
  throw new Broken(`The balance is ${rupiah(last)} but must be ${rupiah(expected)}.`)
}

async function eachOnce(play: Play, paid: readonly number[]): Promise<number> {
  const deposits = await cashDeposits(play)
  for (const each of paid) {
    const found = deposits.filter((deposit) => senOf(deposit.amount) === senIn(each)).length
    if (found !== 1)
      throw new Broken(`The deposit of ${rupiah(senIn(each))} is there ${found} times.`)
  }
  return deposits.length
}
