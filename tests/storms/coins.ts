import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type CoinDeposit, judgeCoins } from './judge-coins.ts'
import { leaderOf, type Pair, startPairWithProviders } from './pair.ts'
import { makeReceivers, type Receiver } from './receivers.ts'
import { between, type Storm, shuffled } from './stage.ts'

/**
 * Custody reports deposits by both its webhooks at once, twice, late, in the wrong order, or not
 * at all; it contradicts itself, and attackers forge its reports.
 */
export const coins: Storm = {
  name: 'coins',
  run: async (stage) => {
    const pair = await startPairWithProviders(stage)
    const receivers = await makeReceivers(pair.db, stage.scaled(60, 6))
    const made: CoinDeposit[] = []
    for (const phase of phases) {
      const count = stage.scaled(phase.count, 4)
      await withFaults(pair, phase.faults, async () => {
        made.push(...(await depositMany(pair, receivers, count, phase.statuses)))
        if (phase.killsLeader === true) await killLeader(pair)
      })
      stage.print(`${count} deposits: ${phase.name}`)
    }
    made.push(...(await depositUnowned(pair, stage.scaled(20, 2))))
    await forge(pair, made, stage.scaled(200, 20))
    await resendAll(pair, stage.scaled(600, 30))
    await judgeCoins(pair, made)
  },
}

type FaultPhase = Readonly<{
  name: string
  count: number
  statuses: readonly string[]
  faults: readonly string[]
  killsLeader?: boolean
}>

const phases: readonly FaultPhase[] = [
  {
    name: 'reported twice by each webhook',
    count: 80,
    statuses: ordinary(),
    faults: ['duplicate'],
  },
  { name: 'reported in any order', count: 80, statuses: ordinary(), faults: ['reorder'] },
  { name: 'complete before it confirms', count: 60, statuses: early(), faults: [] },
  { name: 'failed after it was complete', count: 40, statuses: doubtful(), faults: [] },
  { name: 'complete after it had failed', count: 40, statuses: late(), faults: ['reorder'] },
  { name: 'never reported', count: 40, statuses: ordinary(), faults: ['lose'] },
  { name: 'while the leader dies', count: 80, statuses: ordinary(), faults: [], killsLeader: true },
]

function ordinary() {
  return ['CONFIRMING', 'COMPLETED']
}
function early() {
  return ['COMPLETED', 'CONFIRMING']
}
function doubtful() {
  return ['CONFIRMING', 'COMPLETED', 'FAILED']
}
function late() {
  return ['FAILED', 'COMPLETED']
}

async function withFaults(
  { providers }: Pair,
  faults: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  for (const fault of faults) {
    await providers.control('POST', '/faults', {
      provider: 'custody',
      fault: `${fault}-callbacks`,
    })
  }
  await work()
  await providers.control('DELETE', '/faults')
}

const CustodyDeposit = z.object({ id: z.string() })
const kinds = [
  { assetId: 3, name: 'BTC', scale: 8 },
  { assetId: 4, name: 'ETH', scale: 18 },
  { assetId: 6, name: 'XRP', scale: 6 },
] as const

/** Deposits to random users; sometimes several are outputs of one transaction on the chain. */
async function depositMany(
  { stage, providers }: Pair,
  receivers: readonly Receiver[],
  count: number,
  statuses: readonly string[],
): Promise<readonly CoinDeposit[]> {
  const made: CoinDeposit[] = []
  let txHash = newHash()
  const one = async (turn: number) => {
    const receiver = receivers[between(0, receivers.length)]
    const kind = kinds[between(0, kinds.length)]
    if (receiver === undefined || kind === undefined) throw new Error('there are no users')
    if (turn % 3 === 0) txHash = newHash()
    const units = BigInt(between(1_000, 900_000))
    const deposit = await providers.control('POST', '/custody/deposits', {
      ...receiver.places[kind.name],
      assetId: kind.name,
      amount: textOf(units, kind.scale),
      txHash,
      index: turn % 3,
      statuses,
      versions: turn % 5 === 0 ? [turn % 2 === 0 ? 1 : 2] : [1, 2],
    })
    const { id } = CustodyDeposit.parse(deposit)
    made.push({ custodyId: id, user: receiver.user, assetId: kind.assetId, units })
  }
  for (let turn = 0; turn < count; turn += 8) {
    stage.signal.throwIfAborted()
    const several = Array.from({ length: Math.min(8, count - turn) }, (_, at) => one(turn + at))
    await Promise.all(several)
  }
  return made
}

const newHash = (): string => randomBytes(32).toString('hex')

const textOf = (units: bigint, scale: number): string =>
  `0.${units.toString().padStart(scale, '0')}`

async function depositUnowned(pair: Pair, count: number): Promise<readonly CoinDeposit[]> {
  const unowned = Array.from({ length: count }, () => {
    const address = `0x${randomBytes(20).toString('hex')}`
    const places = { BTC: { address }, ETH: { address }, XRP: { address, tag: '77' } }
    return { user: 0, places }
  })
  const made = await depositMany(pair, unowned, count, ordinary())
  return made.map((deposit) => ({ ...deposit, user: null }))
}

async function killLeader(pair: Pair): Promise<void> {
  const leader = await leaderOf(pair)
  leader.sendSignal('SIGKILL')
  await leader.ready()
}

/** Forged callbacks: with no signature, with another's, or with one of other bytes. */
async function forge(
  { stage, nodes, providers }: Pair,
  made: readonly CoinDeposit[],
  count: number,
): Promise<void> {
  const real = Callbacks.parse(await providers.control('GET', '/callbacks?provider=custody'))
  const wrong = new Map<number, number>()
  for (let turn = 0; turn < count; turn += 1) {
    stage.signal.throwIfAborted()
    const from = real[between(0, real.length)]
    const node = nodes[turn % nodes.length]
    if (from === undefined || node === undefined) return
    const body = from.body.replace(/"amount":"[0-9.]+"/, '"amount":"9.99"')
    const headers = turn % 3 === 0 ? { 'content-type': 'application/json' } : from.headers
    const signed = turn % 3 === 1 ? { ...from.headers, ...otherSignature(from.headers) } : headers
    const { status } = await fetch(node.url + from.path, { method: 'POST', headers: signed, body })
    wrong.set(status, (wrong.get(status) ?? 0) + 1)
  }
  const seen = [...wrong].map(([status, times]) => `${times} × ${status}`).join(', ')
  stage.check(
    'a callback without custody’s signature is rejected',
    wrong.size === 1 && wrong.has(401),
    seen,
  )
  stage.print(`${made.length} deposits in all`)
}

function otherSignature(headers: Readonly<Record<string, string>>) {
  const forged = createHmac('sha512', 'another key').update('body').digest('base64')
  return Object.fromEntries(
    Object.keys(headers)
      .filter((name) => name.endsWith('signature'))
      .map((name) => [name, forged]),
  )
}

const Callbacks = z.array(
  z.object({
    id: z.string(),
    path: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
)

/** Repeats old deliveries in random order. */
async function resendAll({ stage, providers }: Pair, most: number): Promise<void> {
  const sent = Callbacks.parse(await providers.control('GET', '/callbacks?provider=custody'))
  const again = [...shuffled(sent).slice(0, most)]
  const sender = async () => {
    for (let one = again.pop(); one !== undefined; one = again.pop()) {
      await providers.control('POST', `/callbacks/${one.id}/resend`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, sender))
  stage.print('earlier callbacks were delivered again')
}
