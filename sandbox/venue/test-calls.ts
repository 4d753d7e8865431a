import { createHmac } from 'node:crypto'
import { WebSocket } from 'ws'
import { type Answered, call, testSecrets } from '../test-rig.ts'

type Params = Readonly<Record<string, string>>

const signatureOf = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

type Change = Readonly<{ key?: string; secret?: string; timestamp?: number; recvWindow?: string }>

/** Asks for the account with something about the signature changed. */
export function asked(url: string, change: Change): Promise<Answered> {
  const { key, secret, timestamp, recvWindow } = change
  const params = recvWindow === undefined ? {} : { recvWindow }
  return send(url, 'GET', '/account', params, {
    key: key ?? testSecrets.venueApiKey,
    secret: secret ?? testSecrets.venueApiSecret,
    timestamp: timestamp ?? Date.now(),
  })
}

/** One signed call, as the venue documents them: everything in the query, the signature last. */
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
  const to = `${url}/venue/api/v3${path}?${query}&signature=${signatureOf(query, by.secret)}`
  return call(to, method, undefined, { 'x-mbx-apikey': by.key })
}

export const market = (url: string, path: string): Promise<Answered> =>
  call(`${url}/venue/api/v3${path}`, 'GET')

/** A listener to the stream that writes down what it hears. */
export async function listen(url: string) {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/venue/ws`)
  const heard: unknown[] = []
  const waiting = new Map<string, (answer: unknown) => void>()
  let asks = 0
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString())
    const answered = waiting.get(message.id)
    if (answered === undefined) heard.push(message)
    else answered(message)
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))

  function ask(method: string, { secret = testSecrets.venueApiSecret }: { secret?: string }) {
    asks += 1
    const id = `${asks}`
    const params = { apiKey: testSecrets.venueApiKey, timestamp: Date.now() }
    const text = `apiKey=${params.apiKey}&timestamp=${params.timestamp}`
    const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve))
    const signature = signatureOf(text, secret)
    socket.send(JSON.stringify({ id, method, params: { ...params, signature } }))
    return answer
  }
  return { heard, ask, closed }
}
