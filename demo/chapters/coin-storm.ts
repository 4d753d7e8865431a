import { z } from 'zod'
import { resend } from '../bank.ts'
import { Broken } from '../broken.ts'
import { coinAddress, receiveCoins } from '../custody.ts'
import { atoms, inDecimals } from '../decimals.ts'
import { type Chapter, type Play, until } from '../play.ts'
import type { Progress } from '../stage/stage.ts'
import { coinsBecome, coinsOf, transfersOf } from '../wallet.ts'

const amounts = ['0.011', '0.012', '0.013', '0.014', '0.015'] as const
const copies = 12

const Callbacks = z.array(
  z.object({ id: z.string(), body: z.string(), attempts: z.array(z.unknown()) }),
)
const Fault = z.unknown()

/** Custody reports by both channels, out of order, doubled, repeatedly. */
export const coinStorm: Chapter = { title: 'A storm of coins', run }

async function run(play: Play): Promise<void> {
  const { stage, cast } = play
  const trader = cast.trader.get()
  const before = await coinsOf(trader, 'ETH')
  const wanted = amounts.reduce((sum, amount) => sum + atoms(amount), before)
  const callbackIds = await stage.step(
    `${amounts.length} transfers, reported out of order`,
    () => disorder(play),
    (ids) =>
      `${amounts.length} transfers, reported out of order by ${ids.length} callbacks, v1 and v2`,
  )
  await stage.step('All of them count', () => coinsBecome(trader, 'ETH', wanted))
  const again = `Each callback ${copies} times more, all at once`
  await stage.step(
    again,
    (progress) => repeat(play, callbackIds, progress),
    (perSecond) => `${again}: all 200 (${perSecond}/s)`,
  )
  await stage.step(
    'The balance did not move',
    async () => {
      const now = await coinsOf(trader, 'ETH')
      if (now === wanted) return now
      throw new Broken(`${inDecimals(now)} ETH where ${inDecimals(wanted)} must be.`)
    },
    (now) => `The balance did not move: ${inDecimals(now)} ETH, ${inDecimals(now - before)} more`,
  )
  await stage.step('The history has each transfer once', async () => {
    const found = await transfersOf(trader, 'COIN')
    for (const amount of amounts) {
      const times = found.filter((one) => one.amount === amount && one.status === 'COMPLETED')
      if (times.length !== 1) throw new Broken(`${amount} ETH are there ${times.length} times.`)
    }
  })
}

/** Returns the callbacks that reported the transfers. */
async function disorder(play: Play): Promise<readonly string[]> {
  const { sandbox, cast } = play
  const address = await coinAddress(cast.trader.get(), 'ETH', 'ETH')
  for (const fault of ['duplicate-callbacks', 'reorder-callbacks']) {
    const body = { provider: 'custody', fault, times: amounts.length * 2, delayMs: 100 }
    await sandbox.call('POST', '/control/faults', Fault, { body })
  }
  const ids = await Promise.all(
    amounts.map((amount) =>
      receiveCoins(play, {
        address,
        assetId: 'ETH',
        amount,
        statuses: ['COMPLETED', 'CONFIRMING'],
        versions: [1, 2],
      }),
    ),
  )
  return until('custody to report all transfers', async () => {
    const path = '/control/callbacks?provider=custody'
    const all = await sandbox.call('GET', path, Callbacks)
    const about = all.filter(({ body }) => ids.some((id) => body.includes(id)))
    const waiting = about.some(({ attempts }) => attempts.length === 0)
    return about.length < ids.length || waiting ? null : about.map(({ id }) => id)
  })
}

async function repeat(
  play: Play,
  callbackIds: readonly string[],
  progress: Progress,
): Promise<number> {
  const sends = callbackIds.flatMap((id) => Array.from({ length: copies }, () => id))
  let answered = 0
  const startedMs = performance.now()
  await Promise.all(
    sends.map(async (id) => {
      const status = await resend(play, id)
      if (status !== 200) throw new Broken(`A repeated callback was answered ${status}.`)
      answered += 1
      progress(answered, sends.length)
    }),
  )
  return Math.round((sends.length * 1_000) / (performance.now() - startedMs))
}
