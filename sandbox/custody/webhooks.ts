import { createHash, createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto'
import type { Body, Callbacks } from '../callbacks.ts'
import type { Attempt } from '../post.ts'
import { seconds } from '../schedule.ts'
import type { Transaction } from './transactions.ts'

export type Version = 1 | 2

export const webhookPaths = { 1: '/api/webhook/custody', 2: '/api/webhook/custody-v2' } as const
const tenantId = '5f6d7a3e-0c1b-4b7e-9d52-77a1c0de0001'

const retryAfterMs = [10, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400].map(seconds)

/** Signs custody's webhooks: the older ones over raw bytes, the newer ones as a detached JWS. */
export function webhookSigner(privateKeyPem: string) {
  const key = createPrivateKey(privateKeyPem)
  const jwk = createPublicKey(key).export({ format: 'jwk' })
  const kid = createHash('sha256').update(JSON.stringify(jwk)).digest('hex').slice(0, 32)
  const head = encoded(JSON.stringify({ alg: 'RS512', typ: 'JWT', kid }))

  const rsa = (bytes: Body) => sign('sha512', Buffer.from(bytes), key)

  function headersFor(version: Version, body: Body): Readonly<Record<string, string>> {
    const common = { 'content-type': 'application/json' }
    if (version === 1) {
      const signature = rsa(body).toString('base64')
      return { ...common, 'fireblocks-signature': signature, 'fireblocks-api-version': '1.4.0' }
    }
    const signature = rsa(`${head}.${encoded(body)}`).toString('base64url')
    return { ...common, 'fireblocks-webhook-signature': `${head}..${signature}` }
  }

  return { jwk: { ...jwk, kid, alg: 'RS512', use: 'sig' }, headersFor }
}

/** Sends custody's webhooks. */
export function webhooks(privateKeyPem: string, callbacks: Callbacks) {
  const { jwk, headersFor } = webhookSigner(privateKeyPem)

  const signed = (version: Version, body: Body) => ({
    provider: 'custody',
    path: webhookPaths[version],
    headers: (bytes: Body) => headersFor(version, bytes),
    body,
    retryAfterMs,
    endsAtRefusal: true as const,
  })

  return {
    /** Public keys by the id that signatures name. */
    jwks: () => ({ keys: [jwk] }),
    /** Signs exactly this body, delivers it once, and returns the service's response. */
    sendOnce: (version: Version, body: Body): Promise<Attempt> =>
      callbacks.sendOnce(signed(version, body)),
    /** Sends a webhook about a transaction, with retries until it is acknowledged. */
    send: (version: Version, kind: 'created' | 'updated', transaction: Transaction): string =>
      callbacks.send(signed(version, bodyOf(version, kind, transaction))),
  }
}

export type Webhooks = ReturnType<typeof webhooks>

const encoded = (text: Body): string => Buffer.from(text).toString('base64url')

const typesOf = {
  created: { 1: 'TRANSACTION_CREATED', 2: 'transaction.created' },
  updated: { 1: 'TRANSACTION_STATUS_UPDATED', 2: 'transaction.status.updated' },
} as const

function bodyOf(version: Version, kind: 'created' | 'updated', transaction: Transaction): string {
  const data = wire(transaction)
  const type = typesOf[kind][version]
  const envelope =
    version === 1
      ? { type, tenantId, timestamp: Date.now(), data }
      : {
          id: randomUUID(),
          createdAt: Date.now(),
          resourceId: transaction.id,
          workspaceId: tenantId,
          webhookId: tenantId,
          eventType: type,
          data,
        }
  return exact(JSON.stringify(envelope))
}

const digitsMark = '\u0001digits:'

/** Marks digits that `exact` writes as a number token. */
const asNumber = (digits: string): string => `${digitsMark}${digits}`

/** Replaces marked texts by number tokens. */
const exact = (json: string): string =>
  json.replace(/"\\u0001digits:(-?[0-9.]+(?:[eE][+-]?[0-9]+)?)"/g, '$1')

/** Returns a transaction in the wire format, with the deprecated numbers beside the exact texts. */
export const wire = ({ number, ...transaction }: Transaction) => ({
  ...transaction,
  amount: asNumber(number ?? transaction.amountInfo.amount),
  requestedAmount: asNumber(transaction.amountInfo.requestedAmount),
  netAmount: asNumber(transaction.amountInfo.netAmount),
  networkFee: asNumber(transaction.feeInfo.networkFee ?? '-1'),
  fee: asNumber(transaction.feeInfo.networkFee ?? '-1'),
})

/** Returns the JSON text of transactions for API responses. */
export const wireText = (value: unknown): string => exact(JSON.stringify(value))
