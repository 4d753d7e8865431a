import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { TestContext } from 'node:test'
import { relay } from '../../src/platform/access/callbacks/relay.ts'
import type { HttpRequest } from '../../src/platform/http/endpoint/endpoint.ts'

export type SeenRequest = Readonly<{
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}>

/** A server that records each request and sends the same response to all. */
export async function makeListener(
  t: TestContext,
  status = 200,
  headers: Record<string, string> = {},
) {
  const seen: SeenRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      })
      response.writeHead(status, headers).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it has no port')
  return { url: `http://127.0.0.1:${address.port}`, seen }
}

/** The request as another node with this configuration would relay it. */
export async function relayedBy(
  t: TestContext,
  ctx: Parameters<typeof relay>[0],
  request: HttpRequest,
): Promise<HttpRequest> {
  const listener = await makeListener(t)
  await relay(ctx, listener.url, request)
  const [seen] = listener.seen
  if (seen === undefined) throw new Error('nothing was relayed')
  return { ...request, url: seen.url ?? '', headers: seen.headers, raw: Buffer.from(seen.body) }
}
