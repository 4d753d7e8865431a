import { createHmac } from 'node:crypto'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { type Answered, call, testSecrets } from '../test-rig.ts'

type Params = Readonly<Record<string, string>>

const signatureOf = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

type Change = Readonly<{ key?: string; secret?: string; timestamp?: number; recvWindow?: string }>

/** Requests the account with a part of the signature changed. */
export function asked(url: string, change: Change): Promise<Answered> {
  const { key, secret, timestamp, recvWindow } = change
  const params = recvWindow === undefined ? {} : { recvWindow }
  return send(url, 'GET', '/account', params, {
    key: key ?? testSecrets.venueApiKey,
    secret: secret ?? testSecrets.venueApiSecret,
    timestamp: timestamp ?? Date.now(),
  })
}

/**
 * Makes one signed call, as the venue documents it: everything in the query, the signature last.
 */
export const signed = (
  url: string,
  method: string,
  path: string,
  params: Params,
): Promise<Answered> =>
  send(url, method, path, params, {
    key: testSecrets.venueApiKey,
    secret: testSecrets.venueApiSecret,
    timestamp: Date.now(),
  })

function send(
  url: string,
  method: string,
  path: string,
  params: Params,
  by: Readonly<{ key: string; secret: string; timestamp: number }>,
): Promise<Answered> {
  const query = new URLSearchParams({ ...params, timestamp: by.timestamp.toString() }).toString()
  const root = path.startsWith('/sapi/') ? '/venue' : '/venue/api/v3'
  const to = `${url}${root}${path}?${query}&signature=${signatureOf(query, by.secret)}`
  return call(to, method, undefined, { 'x-mbx-apikey': by.key })
}

export const market = (url: string, path: string): Promise<Answered> =>
  call(`${url}/venue/api/v3${path}`, 'GET')

type CallOptions = Readonly<{ secret?: string; params?: Params; unsigned?: boolean }>

const Message = z.object({ id: z.string() })

/** A listener to a stream that records all messages. */
export async function listen(url: string, path = '/venue/ws') {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`)
  const received: unknown[] = []
  const waiting = new Map<string, (answer: unknown) => void>()
  let asks = 0
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(data.toString())
    const answered = waiting.get(Message.safeParse(message).data?.id ?? '')
    if (answered === undefined) received.push(message)
    else answered(message)
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))

  function ask(method: string, { secret = testSecrets.venueApiSecret, ...own }: CallOptions) {
    asks += 1
    const id = `${asks}`
    const params = { ...own.params, apiKey: testSecrets.venueApiKey, timestamp: `${Date.now()}` }
    const sorted = Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve))
    const signature = signatureOf(new URLSearchParams(sorted).toString(), secret)
    const sent = own.unsigned ? own.params : { ...params, signature }
    socket.send(JSON.stringify({ id, method, params: sent }))
    return answer
  }
  return { received, ask, closed }
}

/** The parameters of a limit order; `change` replaces some. */
export const limit = (id: string, change: Readonly<Record<string, string>> = {}) => ({
  symbol: 'BTCIDR',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.01',
  price: '1600000000',
  newClientOrderId: id,
  ...change,
})
