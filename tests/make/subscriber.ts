import { createServer, type IncomingMessage } from 'node:http'
import type { TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { Answer, Tukar } from '../harness.ts'
import { versionAt } from './edits.ts'
import type { SignedInOperator } from './operator.ts'

const Received = z.object({
  id: z.string(),
  type: z.string(),
  version: z.literal(1),
  timestamp: z.iso.datetime(),
  position: z.int(),
  userId: z.int().nullable(),
  sequence: z.int(),
  data: z.record(z.string(), z.unknown()),
})
export type ReceivedEvent = z.output<typeof Received>

export type Delivery = Readonly<{
  headers: Readonly<Record<string, string>>
  body: string
  event: ReceivedEvent
}>

export type Subscriber = {
  readonly url: string
  /** All requests, in the order of their arrival. */
  readonly deliveries: Delivery[]
  /** The status of the response to an event; by default 204. Null: no response at all. */
  respond: (event: ReceivedEvent) => number | null | Promise<number>
}

/** A server of another system, which records what it gets. */
export async function startSubscriber(t: Pick<TestContext, 'after'>): Promise<Subscriber> {
  const deliveries: Delivery[] = []
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const event = Received.parse(JSON.parse(body))
    deliveries.push({ headers, body, event })
    const status = await subscriber.respond(event)
    if (status === null) return
    response.writeHead(status, { location: '/elsewhere' }).end(status >= 400 ? 'not now' : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = z.object({ port: z.int() }).parse(server.address())
  const subscriber: Subscriber = {
    url: `http://127.0.0.1:${port}/hook`,
    deliveries,
    respond: () => 204,
  }
  return subscriber
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString('utf8')
}

const subscriptions = '/operator/api/subscriptions'

export const subscribe = (
  tukar: Tukar,
  { token }: Pick<SignedInOperator, 'token'>,
  { url }: Pick<Subscriber, 'url'>,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Answer> =>
  tukar.call('POST', subscriptions, {
    token,
    body: { name: 'A CRM', url, kinds: ['*'], ...fields },
  })

/** Agrees to a subscription, or to its change, as an operator who has just read it. */
export const agreeTo = async (
  tukar: Tukar,
  by: Pick<SignedInOperator, 'token'>,
  id: number,
): Promise<Answer> => {
  const version = await versionAt(tukar, by, `subscriptions/${id}`)
  return onSubscription(tukar, by, id, 'agree', { version })
}

/** Does something to a subscription, such as `pause`. */
export const onSubscription = (
  tukar: Tukar,
  { token }: Pick<SignedInOperator, 'token'>,
  id: number,
  what: string,
  body: object = {},
): Promise<Answer> => tukar.call('POST', `${subscriptions}/${id}/${what}`, { token, body })

/** Verifies a delivery as a subscriber does, with the published package; throws if it is forged. */
export const verified = (secret: string, { body, headers }: Delivery): unknown =>
  new Webhook(secret).verify(body, { ...headers })
