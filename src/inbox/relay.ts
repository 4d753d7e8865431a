import { request } from 'undici'
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
function placeAt(leaderUrl: string, { url }: HttpRequest): URL {
  const asked = new URL(url, leaderUrl)
  const place = new URL(leaderUrl)
  place.pathname = asked.pathname
  place.search = asked.search
  return place
}

const passedHeaders = (ctx: RelayContext, { headers }: HttpRequest) => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name))),
  [hopHeader]: '1',
  [secretHeader]: relaySecret(ctx),
})

/** Passes a callback on as it came. True only when the leader says that it has taken it. */
export async function relay(
  ctx: RelayContext,
  leaderUrl: string,
  callback: HttpRequest,
): Promise<boolean> {
  try {
    const { statusCode, body } = await request(placeAt(leaderUrl, callback), {
      method: callback.method,
      headers: passedHeaders(ctx, callback),
      body: callback.raw,
      signal: AbortSignal.timeout(limits.callbacks.relayTimeoutMs),
    })
    await body.dump()
    return statusCode >= 200 && statusCode < 300
  } catch (error) {
    ctx.log.warn({ err: error, requestId: callback.id }, 'the leader did not take a callback')
    return false
  }
}
