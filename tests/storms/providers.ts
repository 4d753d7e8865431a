import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { sandboxSecrets, settingsAt } from '../sandbox-providers.ts'
import type { Stage } from './stage.ts'

/** Where a node is. */
type At = Readonly<{ url: string }>

/** Emulated providers in a separate process, so that they survive all faults of the nodes. */
export type Providers = Readonly<{
  /** The settings a node needs to reach them. */
  settings: Readonly<Record<string, string>>
  url: string
  /** Callbacks go to these nodes in rotation, as behind a balancer. */
  call: (nodes: readonly At[]) => void
  /** Calls the control API; throws on a refusal. */
  control: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>
  /** The providers' own books. */
  state: () => Promise<State>
}>

/** The key of every node of such a storm. */
export const appKey = Buffer.alloc(32, 9)

/** The rupiah that payx holds before any payment. */
export const payxAtFirst = 100_000_000_000n

const texts = z.record(z.string(), z.string())
const State = z.object({
  custody: z.object({
    transactions: z.array(
      z.object({
        id: z.string(),
        externalTxId: z.string().nullable(),
        status: z.string(),
        assetId: z.string(),
        amountInfo: z.object({ amount: z.string() }),
        feeInfo: z.object({ networkFee: z.string().optional() }),
        feeCurrency: z.string(),
        nonce: z.string().optional(),
      }),
    ),
    balances: texts,
  }),
  payx: z.object({
    payouts: z.array(
      z.object({
        id: z.string(),
        reference_id: z.string(),
        amount: z.number(),
        status: z.string(),
      }),
    ),
    balance: z.number(),
  }),
  venue: z.object({
    orders: z.array(
      z.object({
        symbol: z.string(),
        orderId: z.int(),
        clientOrderId: z.string(),
        status: z.string(),
      }),
    ),
    trades: z.array(
      z.object({
        orderId: z.int(),
        qty: z.string(),
        quoteQty: z.string(),
        isBuyer: z.boolean(),
      }),
    ),
    balances: z.array(z.object({ asset: z.string(), free: z.string(), locked: z.string() })),
  }),
  payd: z.object({
    payments: z.array(
      z.object({ merchantOrderId: z.string(), amount: z.string(), statusCode: z.string() }),
    ),
  }),
})
export type State = z.output<typeof State>

/** Parses a provider's plain decimal, which may be negative, into units of this many decimals. */
export function unitsIn(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(scale, '0').slice(0, scale))
  return text.startsWith('-') ? -units : units
}

export async function startProviders(stage: Stage, timeScale = 60): Promise<Providers> {
  const balancer = await startBalancer(stage)
  const sandbox = await startSandbox({
    timeScale,
    secrets: sandboxSecrets,
    serviceUrl: balancer.url,
  })
  stage.atEnd(sandbox.close)
  const control: Providers['control'] = async (method, path, body): Promise<unknown> => {
    const answer = await fetch(`${sandbox.url}/control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
  return {
    settings: { APP_KEY: appKey.toString('base64'), ...settingsAt(sandbox) },
    url: sandbox.url,
    call: balancer.call,
    control,
    state: async () => State.parse(await control('GET', '/state')),
  }
}

/**
 * Starts providers whose payx answers nothing, so that it neither confirms nor denies the
 * payments that a storm's senders report. Returns their URL and the settings of nodes.
 */
export async function startSilentPayx(stage: Stage): Promise<Pick<Providers, 'settings' | 'url'>> {
  const { control, settings, url } = await startProviders(stage)
  await silencePayx({ control })
  const { PAYX_DEPOSIT_TOKEN: _, ...others } = settings
  return { settings: others, url }
}

export const silencePayx = ({ control }: Pick<Providers, 'control'>): Promise<unknown> =>
  control('POST', '/faults', { provider: 'payx', fault: 'error-500' })

/** Forwards each request unchanged to the next node; responds 502 if the node is down. */
async function startBalancer(stage: Stage) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let nodes: readonly At[] = []
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const node = nodes[turn % Math.max(1, nodes.length)]
    turn += 1
    if (node === undefined) outgoing.writeHead(502).end()
    else passOn(agent, node.url, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stage.atEnd(async () => {
    agent.destroy()
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the balancer has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    call: (to: readonly At[]) => {
      nodes = to
    },
  }
}

const patienceMs = 5_000

function passOn(agent: Agent, url: string, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method, headers } = incoming
  const call = request(url + (incoming.url ?? '/'), { agent, method, headers, timeout: patienceMs })
  const fail = () => {
    if (!outgoing.headersSent) outgoing.writeHead(502)
    outgoing.end()
  }
  call.once('timeout', () => call.destroy(new Error('no response in time')))
  call.once('error', fail)
  call.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.once('error', fail)
    answer.pipe(outgoing)
  })
  incoming.pipe(call)
}
