import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { type Node, startNode } from './node.ts'
import { startPostgres, withClient } from './postgres.ts'
import type { Stage } from './stage.ts'

export const storedPassword = 'Correct-Horse-9'

export type TimedAnswer = Readonly<{ status: number; text: string; ms: number }>

/** A response, with the device key of a sign-in. */
export type SignInAnswer = TimedAnswer & Readonly<{ deviceKey: string }>

/** One call from a separate network, so that only the address it names can be counted. */
export type ApiCall = Readonly<{
  method: 'GET' | 'POST' | 'DELETE'
  to: string
  body?: unknown
  token?: string
  headers?: Readonly<Record<string, string>>
}>

/** A service of one node that trusts its proxy, with its database. */
export async function startTarget(stage: Stage): Promise<Readonly<{ url: string; node: Node }>> {
  const postgres = await startPostgres(stage)
  const url = await postgres.url()
  const dataDir = path.join(stage.folder, 'data')
  const trustProxy = '127.0.0.1'
  const node = await startNode(stage, { name: 'node', dataDir, databaseUrl: url, trustProxy })
  return { url, node }
}

/**
 * Calls over persistent connections, each from another network unless one is given. Not the typed
 * client: these storms time the calls, compare responses byte by byte and send what no app does.
 */
export function apiClient(node: Pick<Node, 'url'>, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const callApi = (
    { method, to, body, token, headers: more }: ApiCall,
    from = someNetwork(),
  ): Promise<SignInAnswer> =>
    new Promise((resolve, reject) => {
      const sent = body === undefined ? '' : JSON.stringify(body)
      const startedMs = performance.now()
      const headers = {
        ...more,
        'x-forwarded-for': from,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(sent === ''
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
      }
      const call = request(node.url + to, { agent, method, headers })
      call.once('error', reject)
      call.once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            ms: performance.now() - startedMs,
            deviceKey: String(response.headers['x-device-key'] ?? ''),
          }),
        )
      })
      call.end(sent)
    })
  return { callApi, close: () => agent.destroy() }
}

export const someNetwork = (): string => {
  const hex = randomBytes(8).toString('hex')
  return `2001:db8:${hex.slice(0, 4)}:${hex.slice(4, 8)}::1`
}

/** Makes accounts with the password of one that registered over HTTP. */
export async function makeKnown(
  { url, node }: Readonly<{ url: string; node: Node }>,
  emails: readonly string[],
): Promise<void> {
  const { callApi, close } = apiClient(node, 1)
  const body = {
    email: 'first@tukar.test',
    password: storedPassword,
    password_confirmation: storedPassword,
  }
  await callApi({ method: 'POST', to: '/api/auth/register', body })
  close()
  await withClient(url, (client) =>
    client.query(
      `insert into users (email, password_hash)
       select names.email, first.password_hash
       from unnest($1::text[]) as names(email), users as first
       where first.email = 'first@tukar.test'`,
      [emails],
    ),
  )
}
