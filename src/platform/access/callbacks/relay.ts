import { Agent, request } from 'undici'
import { withDeadline } from '../../../base/concurrency/deadline.ts'
import { macsOf } from '../../../base/secrets/app-keys.ts'
import { equalSecrets, sha256 } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import { callbackHeaders } from '../../../providers/callback-headers.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import { headerOf } from '../../http/route.ts'
import { relayHeader } from '../../http/server/relay-headers.ts'

export const relayLimits = {
  timeoutMs: 2_000,
  /** Connections from one node to the leader; fewer than one network may have. */
  connections: 256,
  /** Tolerated clock difference between two nodes, including the request's transit time. */
  windowMs: 30_000,
} as const

const hopHeader = 'x-relay-hop'
const timeHeader = 'x-relay-time'
const macHeader = 'x-relay-mac'

/** Headers of a single connection, which are not relayed; a body is relayed decompressed. */
const ownHeaders = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Every header by which a callback is verified; the MAC covers them, including absent
 * ones.
 */
export const authenticatedHeaders = ['authorization', ...Object.values(callbackHeaders)]

type RelayContext = Pick<Context, 'clock' | 'config' | 'log'>
type Relayed = Pick<HttpRequest, 'method' | 'headers' | 'raw'> & Readonly<{ path: string }>

/**
 * The MAC's key derives from the application key, which all nodes of a deployment share; it is
 * never sent.
 */
function macsFor(
  ctx: Pick<RelayContext, 'config'>,
  relayed: Relayed,
  time: string,
): readonly [Buffer, ...Buffer[]] {
  const { method, path, headers, raw } = relayed
  const values = authenticatedHeaders.map((name) => headers[name] ?? null)
  const signed = JSON.stringify([method, path, time, sha256(raw).toString('hex'), ...values])
  return macsOf(ctx.config, 'relay-mac', signed)
}

/** Returns whether another node of this deployment relayed this request recently and unchanged. */
export function isRelayed(
  ctx: Pick<RelayContext, 'clock' | 'config'>,
  request: HttpRequest,
): boolean {
  const time = headerOf(request, timeHeader) ?? ''
  const mac = headerOf(request, macHeader) ?? ''
  if (headerOf(request, hopHeader) !== '1') return false
  if (!/^[0-9]{13}$/.test(time) || !/^[0-9a-f]{64}$/.test(mac)) return false
  const ageMs = BigInt(ctx.clock.now().getTime()) - BigInt(time)
  const windowMs = BigInt(relayLimits.windowMs)
  if (ageMs > windowMs || ageMs < -windowMs) return false
  const macs = macsFor(ctx, { ...request, path: request.url }, time)
  return macs.some((right) => equalSecrets(Buffer.from(mac, 'hex'), right))
}

/** A request line may name another host; only its path and query are sent to the leader. */
function placeAt(leaderUrl: string, { url }: HttpRequest): URL {
  const asked = new URL(url, leaderUrl)
  const place = new URL(leaderUrl)
  place.pathname = asked.pathname
  place.search = asked.search
  return place
}

function passedHeaders(ctx: RelayContext, { method, headers, raw }: HttpRequest, place: URL) {
  const passed = Object.entries(headers).filter(
    ([name]) => !ownHeaders.has(name) && !relayHeader.test(name),
  )
  const time = String(ctx.clock.now().getTime())
  const path = place.pathname + place.search
  return {
    ...Object.fromEntries(passed),
    [hopHeader]: '1',
    [timeHeader]: time,
    [macHeader]: macsFor(ctx, { method, path, headers, raw }, time)[0].toString('hex'),
  }
}

/** Shared by all relays of a process, like undici's default agent, but with a limit. */
const line = new Agent({ connections: relayLimits.connections })

/** Relays a callback unchanged. Returns true only if the leader confirms it. */
export async function relay(
  ctx: RelayContext,
  leaderUrl: string,
  callback: HttpRequest,
): Promise<boolean> {
  try {
    const place = placeAt(leaderUrl, callback)
    return await withDeadline(relayLimits.timeoutMs, async (signal) => {
      const { statusCode, body } = await request(place, {
        dispatcher: line,
        method: callback.method,
        headers: passedHeaders(ctx, callback, place),
        body: callback.raw,
        signal,
      })
      await body.dump()
      return statusCode >= 200 && statusCode < 300
    })
  } catch (error) {
    ctx.log.warn({ err: error, requestId: callback.id }, 'the leader did not accept a callback')
    return false
  }
}
