/** Plays concurrent calls of one account over several nodes, and records their times. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { orderNoOf } from '../../packages/client/src/client.ts'
import { webhookSigner } from '../../sandbox/custody/webhooks.ts'
import type { Database } from '../../src/core/database/database.ts'
import { eventually } from '../harness.ts'
import { makeDepositAddress, transactionOf } from '../make/custody.ts'
import { inboxOf } from '../make/inbox-node.ts'
import { sandboxSecrets } from '../sandbox-providers.ts'
import { appAt, outcomeOf } from '../storms/apps.ts'
import { senderOf } from '../storms/asked.ts'
import { funds, makeWithdrawers, type Withdrawer } from '../storms/withdrawers.ts'
import { accountModel, type Input, type Output } from './account.ts'
import { type Call, linearize } from './checker.ts'

type At = Readonly<{ url: string }>

export type Arena = Readonly<{
  db: Database
  nodes: readonly At[]
  appKey: Buffer
}>

export type History = readonly Call<Input, Output>[]

/** Which kinds of calls the histories contain, and how often each answer was given. */
export type Tally = Map<string, number>

const clients = 4
const callsOfClient = 6
const scale = 8
/** Above the price of the market, so that no order is filled. */
const price = '1900000000'

/** Plays one history for each of this many new accounts, at once. */
export async function playHistories(
  arena: Arena,
  name: string,
  count: number,
  tally: Tally,
): Promise<readonly History[]> {
  const { db, nodes } = arena
  const owners = await makeWithdrawers(db, arena.appKey, name, count)
  const players = await Promise.all(
    owners.map(async (owner) => {
      const { address } = await makeDepositAddress(db, 'BTC', 'BTC', { user: owner.id })
      const player: Player = { owner, address, calls: [], holds: [], withdrawn: false, made: 0 }
      return player
    }),
  )
  await Promise.all(
    players.flatMap((player) =>
      Array.from({ length: clients }, () => playClient(arena, player, tally)),
    ),
  )
  await eventually('all callbacks to be applied', async () =>
    (await inboxOf(db)).every(({ state }) => state === 'done'),
  )
  // A callback that is acknowledged may be applied later, if the leader changes or is slow.
  const quietMs = performance.now()
  return Promise.all(
    players.map(async ({ owner, calls }) => {
      const last = await eventually('a last read', () => read(nodes, owner))
      const outcome = await readOutcome(db, owner.id)
      return [...calls.flatMap((call) => resolved(call, outcome, quietMs)), last]
    }),
  )
}

/** What was done in the end, by the units of each call, of which an account has no two alike. */
type FinalOutcome = Readonly<{
  deposits: ReadonlySet<string>
  /** Orders and withdrawals; whether their money is still frozen. */
  holds: ReadonlyMap<string, boolean>
}>

async function readOutcome(db: Database, user: number): Promise<FinalOutcome> {
  const { rows: deposits } = await sql<Readonly<{ units: string }>>`
    select amount::text as units from coin_deposits
    where user_id = ${user} and status = 'COMPLETED'`.execute(db.read)
  const { rows: holds } = await sql<Readonly<{ units: string; isOpen: boolean }>>`
    select volume::text as units, status = 'CREATE' as "isOpen" from orders where user_id = ${user}
    union all
    select held::text, ended_at is null from withdrawals where user_id = ${user}`.execute(db.read)
  return {
    deposits: new Set(deposits.map(({ units }) => units)),
    holds: new Map(holds.map(({ units, isOpen }) => [units, isOpen])),
  }
}

/**
 * A call with what is known of it in the end: without an answer it was done by then, or never. What
 * was never done is left out: each open call doubles what the checker must try.
 */
function resolved(
  call: Call<Input, Output>,
  { deposits, holds }: FinalOutcome,
  quietMs: number,
): readonly Call<Input, Output>[] {
  const { input, ended } = call
  const byThen = { ...call, ended: { atMs: quietMs, output: done } }
  if (input.kind === 'deposit') {
    return ended !== null || deposits.has(`${input.units}`) ? [byThen] : []
  }
  if (ended !== null || input.kind === 'read') return [call]
  if (input.kind === 'hold') return holds.has(`${input.units}`) ? [byThen] : []
  return holds.get(input.id) === false ? [call] : []
}

/** Whether a history of an account of `playHistories` is linearizable. */
export const isLinearizable = (history: History): boolean =>
  linearize(accountModel(funds.btcUnits), history).linearizable

/** The history as a table, by start; for a report of one that is not linearizable. */
export const shown = (history: History): string =>
  history
    .toSorted((a, b) => a.startedMs - b.startedMs)
    .map(({ input, startedMs, ended }) => {
      const texts = [input, ended?.output ?? 'unknown'].map((one) =>
        JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
      )
      return `${startedMs.toFixed(1)}-${ended?.atMs.toFixed(1) ?? ''} ${texts.join(' ')}`
    })
    .join('\n')

type Hold = Readonly<{ id: string; orderNo: string }>
type Player = {
  readonly owner: Withdrawer
  readonly address: string
  readonly calls: Call<Input, Output>[]
  readonly holds: Hold[]
  withdrawn: boolean
  made: number
}

/** A random amount, of some millions of units, that the account has not had yet. */
function unitsFor(player: Player, least: number, below: number): bigint {
  player.made += 1
  return BigInt(randomInt(least, below)) * 1_000_000n + BigInt(player.made) * 1_000n
}

let made = 0
const nextId = (): string => {
  made += 1
  return `${process.pid}-${made}`
}

async function playClient(arena: Arena, player: Player, tally: Tally): Promise<void> {
  for (let turn = 0; turn < callsOfClient; turn += 1) {
    const before = player.calls.length
    await playCall(arena, player)
    for (const { input, ended } of player.calls.slice(before, before + 1)) {
      const key = `${input.kind} ${ended?.output.kind ?? 'unknown'}`
      tally.set(key, (tally.get(key) ?? 0) + 1)
    }
  }
}

async function playCall({ nodes }: Arena, player: Player): Promise<void> {
  const chance = randomInt(100)
  const { owner, calls } = player
  if (chance < 40) {
    const call = await read(nodes, owner)
    if (call !== null) calls.push(call)
    return
  }
  if (chance < 55) return void calls.push(await deposit(nodes, player))
  if (chance < 60 && !player.withdrawn) {
    player.withdrawn = true
    return void calls.push(...(await withdraw(nodes, player)))
  }
  const hold = player.holds[randomInt(Math.max(1, player.holds.length))]
  if (chance < 80 && hold !== undefined) {
    return void calls.push(await release(nodes, owner, hold))
  }
  calls.push(...(await place(nodes, player)))
}

const anyOf = (nodes: readonly At[]): At => {
  const node = nodes[randomInt(nodes.length)]
  if (node === undefined) throw new Error('a call needs a node')
  return node
}

const unitsIn = (decimal: string): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}
const decimalOf = (units: bigint): string => {
  const digits = units.toString().padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Records a call: with the output of its answer, or without an end if that leaves it open. */
async function recorded(
  input: Input,
  send: () => Promise<Output | null>,
): Promise<Call<Input, Output>> {
  const startedMs = performance.now()
  const output = await send()
  return { input, startedMs, ended: output === null ? null : { atMs: performance.now(), output } }
}

const done = { kind: 'done' } as const
const refused = { kind: 'refused' } as const

/** Reads both amounts; null without an answer, since such a read shows nothing. */
async function read(
  nodes: readonly At[],
  { token }: Withdrawer,
): Promise<Call<Input, Output> | null> {
  const call = await recorded({ kind: 'read' }, async () => {
    const { data } = await outcomeOf(appAt(anyOf(nodes), token).get('/api/users/coins'))
    const coin = data?.find(({ symbol }) => symbol === 'BTC')
    if (coin === undefined) return null
    return { kind: 'seen', available: unitsIn(coin.available), locked: unitsIn(coin.locked) }
  })
  return call.ended === null ? null : call
}

const custody = webhookSigner(sandboxSecrets.custodyKey)

/** Custody reports coins that arrived at an address of the account. */
function deposit(nodes: readonly At[], player: Player): Promise<Call<Input, Output>> {
  const { address } = player
  const units = unitsFor(player, 1, 40)
  const id = `history-${nextId()}`
  const amount = decimalOf(units)
  const data = transactionOf({
    id,
    txHash: id,
    assetId: 'BTC',
    destinationAddress: address,
    amountInfo: { amount },
    amount: Number(amount),
  })
  const event = { id, eventType: 'transaction.status.updated', data }
  const body = JSON.stringify(event)
  return recorded({ kind: 'deposit', units }, async () => {
    const answer = await fetch(`${anyOf(nodes).url}/api/webhook/custody-v2`, {
      method: 'POST',
      headers: custody.headersFor(2, body),
      body,
      signal: AbortSignal.timeout(4_000),
    }).catch(() => null)
    await answer?.arrayBuffer().catch(() => undefined)
    return answer?.status === 200 ? done : null
  })
}

/** An order to sell freezes its volume; the service may end an order whose answer was lost. */
async function place(
  nodes: readonly At[],
  player: Player,
): Promise<readonly Call<Input, Output>[]> {
  const units = unitsFor(player, 10, 60)
  const id = String(units)
  const call = await recorded({ kind: 'hold', id, units }, async () => {
    const volume = decimalOf(units)
    const body = { side: 'SELL', type: 'LIMIT', txPair: 'BTC_IDR', volume, price } as const
    const app = appAt(anyOf(nodes), player.owner.token)
    const { data, answer } = await outcomeOf(app.post('/api/exchange/venue/order', { body }))
    if (data !== null) player.holds.push({ id, orderNo: orderNoOf(data) })
    return outputOf(answer, ['api.order_insufficient_funds'])
  })
  const ending: Call<Input, Output> = {
    input: { kind: 'release', id },
    startedMs: call.startedMs,
    ended: null,
  }
  return call.ended === null ? [call, ending] : [call]
}

const release = (
  nodes: readonly At[],
  { token }: Withdrawer,
  { id, orderNo }: Hold,
): Promise<Call<Input, Output>> =>
  recorded({ kind: 'release', id }, async () => {
    const params = { path: { orderNo } }
    const app = appAt(anyOf(nodes), token)
    const { answer } = await outcomeOf(
      app.delete('/api/exchange/venue/order/{orderNo}', { params }),
    )
    return outputOf(answer, ['api.order_status_canceled'])
  })

/**
 * A withdrawal freezes its amount with the fee, and captures it when custody has sent it.
 * The amount is below the daily limit of a user.
 */
async function withdraw(
  nodes: readonly At[],
  player: Player,
): Promise<readonly Call<Input, Output>[]> {
  const units = unitsFor(player, 5, 20)
  const id = String(units)
  const send = senderOf({ by: player.owner, kind: 'COIN', units, requestId: null, answer: '' })
  const call = await recorded({ kind: 'hold', id, units }, async () =>
    outputOf((await outcomeOf(send(anyOf(nodes)))).answer, ['api.insufficient_funds']),
  )
  return [call, { input: { kind: 'capture', id }, startedMs: call.startedMs, ended: null }]
}

/** A refusal that the model does not know says nothing only if the service was not available. */
function outputOf(answer: string, refusals: readonly string[]): Output | null {
  if (answer === '200') return done
  if (refusals.some((key) => answer.endsWith(` ${key}`))) return refused
  const isOpen = /^(?:no answer|5\d\d |40[89] |429 |400 api\.order_cancel_fail)/.test(answer)
  if (!isOpen) throw new Error(`a call was answered ${answer}`)
  return null
}
