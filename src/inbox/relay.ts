import { equalSecrets, keyFor } from '../base/crypto.ts'
import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import type { HttpRequest } from '../http/endpoint.ts'

const secretHeader = 'x-relay-secret'
const hopHeader = 'x-relay-hop'

/** Headers that belong to one connection and are not passed on. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

type RelayContext = Pick<Context, 'config' | 'log'>

/** All nodes of a deployment share the application key, and so this secret. */
const relaySecret = (ctx: RelayContext): string =>
  keyFor(ctx.config.appKey, 'relay').toString('base64url')

/** Whether another node of this deployment passed the request on; it is passed on only once. */
export function isRelayed(ctx: RelayContext, request: HttpRequest): boolean {
  const secret = request.headers[secretHeader]
  return (
    request.headers[hopHeader] === '1' &&
    typeof secret === 'string' &&
    equalSecrets(secret, relaySecret(ctx))
  )
}

/** A request line may name another host; only its path and query go to the leader. */
function placeAt(leaderUrl: string, request: HttpRequest): URL {
  const asked = new URL(request.url, leaderUrl)
  const place = new URL(leaderUrl)
  place.pathname = asked.pathname
  place.search = asked.search
  return place
}

function passedHeaders(ctx: RelayContext, request: HttpRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (ownHeaders.has(name) || value === undefined) continue
    for (const one of typeof value === 'string' ? [value] : value) headers.append(name, one)
  }
  headers.set(hopHeader, '1')
  headers.set(secretHeader, relaySecret(ctx))
  return headers
}

/** Passes a callback on as it came. True only when the leader says that it has taken it. */
export async function relay(
  ctx: RelayContext,
  leaderUrl: string,
  request: HttpRequest,
): Promise<boolean> {
  try {
    const answer = await fetch(placeAt(leaderUrl, request), {
      method: request.method,
      headers: passedHeaders(ctx, request),
      body: new Uint8Array(request.raw),
      redirect: 'error',
      signal: AbortSignal.timeout(limits.callbacks.relayTimeoutMs),
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch (error) {
    ctx.log.warn({ err: error, requestId: request.id }, 'the leader did not take a callback')
    return false
  }
}
