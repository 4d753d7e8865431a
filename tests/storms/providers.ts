import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { startSandbox } from '../../sandbox/sandbox.ts'
import type { ProviderSettings } from '../../src/platform/config/providers.ts'
import { providersAt, sandboxSecrets } from '../sandbox-providers.ts'
import type { Node } from './node.ts'
import type { Stage } from './stage.ts'

/** Emulated providers apart from every node, so that they survive all faults of those. */
export type Providers = Readonly<{
  /** The settings a node needs to reach them. */
  settings: Readonly<Record<string, string>>
  url: string
  /** Callbacks go to these nodes by turns, as behind a balancer. */
  call: (nodes: readonly Pick<Node, 'url'>[]) => void
  /** Calls the control API; throws on a refusal. */
  control: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>
  /** The providers' own books. */
  state: () => Promise<State>
}>

/** The key that every node of such a storm has. */
export const appKey = Buffer.alloc(32, 9)

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

/** A plain decimal of a provider's, which may be below zero, in units of so many decimals. */
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
    settings: settingsOf(providersAt(sandbox)),
    url: sandbox.url,
    call: balancer.call,
    control,
    state: async () => State.parse(await control('GET', '/state')),
  }
}

/** Passes each request on to the next node, to the byte; one that is not there is a bad gateway. */
async function startBalancer(stage: Stage) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let nodes: readonly Pick<Node, 'url'>[] = []
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
    call: (to: readonly Pick<Node, 'url'>[]) => {
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
  call.once('timeout', () => call.destroy(new Error('no answer in time')))
  call.once('error', fail)
  call.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.once('error', fail)
    answer.pipe(outgoing)
  })
  incoming.pipe(call)
}

/** The providers' settings by the names that the service reads them by. */
export function settingsOf(providers: ProviderSettings): Readonly<Record<string, string>> {
  return {
    APP_KEY: appKey.toString('base64'),
    VENUE_PRICES: 'off',
    ...moneySettings(providers),
    ...otherSettings(providers),
  }
}

function moneySettings({ custody, venue, payx, payd }: ProviderSettings) {
  return {
    CUSTODY_BASE_URL: custody.baseUrl,
    CUSTODY_API_KEY: custody.apiKey,
    CUSTODY_API_PRIVATE_KEY: custody.apiPrivateKey,
    CUSTODY_WEBHOOK_PUBLIC_KEY: custody.webhookKeys.join('\n'),
    CUSTODY_JWKS_URL: custody.jwksUrl,
    CUSTODY_VAULT: custody.vault,
    CUSTODY_DEFAULT_ADDRESSES: custody.defaultAddresses.join(','),
    VENUE_BASE_URL: venue.baseUrl,
    VENUE_STREAM_URL: venue.streamUrl ?? '',
    VENUE_MARKET_STREAM_URL: venue.marketStreamUrl ?? '',
    VENUE_API_KEY: venue.apiKey,
    VENUE_API_SECRET: venue.apiSecret,
    VENUE_WEBHOOK_SECRET: venue.webhookSecret,
    PAYX_BASE_URL: payx.baseUrl,
    PAYX_SECRET_KEY: payx.secretKey,
    PAYX_DEPOSIT_TOKEN: payx.depositToken,
    PAYX_WITHDRAWAL_TOKEN: payx.withdrawalToken,
    PAYD_BASE_URL: payd.baseUrl,
    PAYD_MERCHANT_CODE: payd.merchantCode,
    PAYD_API_KEY: payd.apiKey,
    PAYD_SIGNATURE: payd.signature,
    PAYD_VA_BIN: payd.vaBin,
    PAYD_DISBURSEMENT_USER_ID: payd.disbursement.userId,
    PAYD_DISBURSEMENT_EMAIL: payd.disbursement.email,
    PAYD_DISBURSEMENT_SECRET: payd.disbursement.secret,
  }
}

function otherSettings({ reportQueue, mail, captcha, idp, sms, push }: ProviderSettings) {
  return {
    REPORT_QUEUE_BASE_URL: reportQueue.baseUrl,
    REPORT_QUEUE_TOKEN: reportQueue.token,
    REPORT_QUEUE_SECRET_A: reportQueue.secrets.A,
    REPORT_QUEUE_SECRET_B: reportQueue.secrets.B,
    REPORT_QUEUE_SECRET_C: reportQueue.secrets.C,
    MAIL_URL: mail.url,
    MAIL_FROM: mail.from,
    CAPTCHA_BASE_URL: captcha.baseUrl,
    CAPTCHA_SECRET: captcha.secret,
    IDP_BASE_URL: idp.baseUrl,
    IDP_USERNAME: idp.username,
    IDP_PASSWORD: idp.password,
    IDP_API_KEY: idp.apiKey,
    IDP_REGISTRY_URL: idp.registryUrl,
    IDP_TOKEN_URL: idp.tokenUrl,
    IDP_CLIENT_ID: idp.clientId,
    IDP_CLIENT_SECRET: idp.clientSecret,
    SMS_BASE_URL: sms.baseUrl,
    SMS_ACCOUNT: sms.account,
    SMS_TOKEN: sms.token,
    SMS_FROM: sms.from,
    PUSH_BASE_URL: push.baseUrl,
    PUSH_TOKEN_URL: push.tokenUrl,
    PUSH_PROJECT_ID: push.projectId,
    PUSH_CLIENT_EMAIL: push.clientEmail,
    PUSH_PRIVATE_KEY: push.privateKey,
  }
}
