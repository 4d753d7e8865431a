/**
 * Prints the events of the running sandbox, and forwards them:
 * `npm run listen -- --forward http://localhost:5000/hook --events 'deposit.*'`. Events arrive by a
 * subscription of this process, which ends with it. What the address responds is the response to
 * the service, so an error is tried again.
 */
import { createServer, type IncomingMessage } from 'node:http'
import process, { argv } from 'node:process'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { Broken } from './broken.ts'
import { sandboxOperator } from './operators.ts'
import { runningServers } from './running-servers.ts'

const Subscribed = z.object({ data: z.object({ id: z.int(), secret: z.string() }) })
const Sent = z.object({ type: z.string(), userId: z.int().nullable(), sequence: z.int() })
const Listening = z.object({ port: z.int() })
const Anything = z.unknown()

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: { forward: { type: 'string' }, events: { type: 'string', default: '*' } },
  })
  const { tukar, sandbox } = runningServers()
  const operator = await sandboxOperator({ tukar, sandbox }, 0)
  if (operator === null) throw new Broken('The operators of this sandbox have other passwords.')
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    const status = await forwarded(values.forward, request, body)
    const { type, userId, sequence } = Sent.parse(JSON.parse(body))
    console.log(`${type} user ${userId ?? '-'} #${sequence} ${status}\n${body}`)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = Listening.parse(server.address())
  const { token } = operator
  const name = 'npm run listen'
  const kinds = values.events.split(',')
  const body = { name, url: `http://127.0.0.1:${port}/`, kinds }
  const { data } = await tukar.operators.call('POST', '/operator/api/subscriptions', Subscribed, {
    token,
    body,
  })
  console.log(`listening for ${kinds.join(', ')}; signed with ${data.secret}`)
  const end = async () => {
    const path = `/operator/api/subscriptions/${data.id}/end`
    await tukar.operators.call('POST', path, Anything, { token, body: {} })
    server.closeAllConnections()
    server.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString('utf8')
}

const passed = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature']

/** Sends the same bytes on, so that the signature stays valid; returns the status. */
async function forwarded(
  to: string | undefined,
  { headers }: IncomingMessage,
  body: string,
): Promise<number> {
  if (to === undefined) return 204
  const sent = Object.fromEntries(passed.map((name) => [name, String(headers[name])]))
  return fetch(to, { method: 'POST', headers: sent, body }).then(
    ({ status }) => status,
    () => 502,
  )
}

await main().catch((error: unknown) => {
  if (!(error instanceof Broken)) throw error
  console.error(error.message)
  // The server may listen already, and would keep the process alive.
  process.exit(1)
})
