import { Readable } from 'node:stream'
import { z } from 'zod'
import { type Caller, isStillSignedIn } from '../../access/signed-in.ts'
import type { limits } from '../../base/limits.ts'
import type { Places } from '../../base/places.ts'
import { refuse } from '../../base/refusal.ts'
import type { ChangeBatch, Watching } from '../../changes/watch-changes.ts'
import type { Position } from '../../changes/written.sql.ts'
import type { Context } from '../../context.ts'
import { integer } from '../../http/contracts.ts'
import type { HttpRequest } from '../../http/endpoint.ts'
import type { OpenAnswer } from '../../http/envelope.ts'
import { headerOf, siteOf } from '../../http/route.ts'
import { findUser } from '../../users/users.sql.ts'

export type StreamBounds = Readonly<{ [Name in keyof typeof limits.stream]: number }>

/** State that all streams of a node share. */
export type StreamRoom = Readonly<{ watching: Watching; places: Places; bounds: StreamBounds }>

type StreamContext = Pick<Context, 'clock' | 'config' | 'db' | 'log' | 'random'>

const IdParts = z.tuple([
  integer({ min: 1, max: 999_999_999_999_999 }),
  integer({ min: 0, max: 99_999_999_999 }),
])

/** Parses an event id into a position; null if it is malformed, and the stream starts afresh. */
function positionOf(lastEventId: string | undefined): Position | null {
  const parts = IdParts.safeParse(lastEventId?.split('-'))
  if (!parts.success) return null
  const [xid, seconds] = parts.data
  return { xid, at: new Date(seconds * 1_000) }
}

const idOf = ({ xid, at }: Position): string => `id: ${xid}-${Math.floor(at.getTime() / 1_000)}\n`

const eventOf = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n`

/**
 * Streams changes to the caller's app until the app disconnects, loses its right to read, or reads
 * too slowly. The id stands only with the last event of a batch: an app that loses its connection
 * within a batch receives the whole batch again.
 */
export async function openStream(
  ctx: StreamContext,
  { watching, places, bounds }: StreamRoom,
  caller: Caller,
  request: HttpRequest,
): Promise<OpenAnswer> {
  if (request.method === 'HEAD') return { stream: Readable.from([]), end: () => undefined }
  const isYoung = await isYoungAccount(ctx, bounds, caller)
  const leavePlace = takePlace(places, bounds, caller, request, isYoung)
  const stream = new Readable({ read: () => undefined })
  const from = positionOf(headerOf(request, 'last-event-id'))
  const ended = new AbortController()
  let said = ctx.clock.monotonicMs()
  let started = false

  const tell = ({ position, whole, changes }: ChangeBatch): void => {
    const events = changes.map(({ event, data }) => eventOf(event, data))
    // The `start` event reports whether the stream resumes from the app's position.
    if (!whole || !started) events.unshift(eventOf('start', { resumed: whole }))
    started = true
    const now = ctx.clock.monotonicMs()
    if (events.length === 0 && now - said < bounds.quietMs) return
    said = now
    const id = idOf(position)
    stream.push(events.length === 0 ? `${id}\n` : `${events.join('\n')}${id}\n`)
    if (stream.readableLength > bounds.unreadBytes) stream.destroy()
  }
  const leave = watching.watch(caller.id, from, tell)
  const end = (last: string | null = null) => {
    if (ended.signal.aborted) return
    ended.abort()
    leave()
    leavePlace()
    if (last !== null) stream.push(last)
    stream.push(null)
  }
  stream.once('close', () => end())
  void endWhenShut(ctx, bounds, request, ended.signal).then(() => end())
  return { stream, end: () => end(retryHint(ctx, bounds)) }
}

/** Young or unverified accounts cost little, so together they get a share of the slots. */
async function isYoungAccount(
  { clock, db }: StreamContext,
  { youngDays }: StreamBounds,
  { id }: Caller,
): Promise<boolean> {
  const user = await findUser(db.read, id)
  if (user === null || user.identityStatus !== 'success') return true
  return clock.now().getTime() - user.createdAt.getTime() < youngDays * dayMs
}

const dayMs = 86_400_000

/** Takes a slot of the node; returns the function that releases it. */
function takePlace(
  places: Places,
  bounds: StreamBounds,
  { id }: Caller,
  { ip }: HttpRequest,
  isYoung: boolean,
): () => void {
  const own = `user:${id}`
  const network = siteOf(ip)
  const place = places.take([
    { key: own, most: bounds.streamsEach },
    { key: 'all', most: bounds.streams },
    { key: `network:${network}`, most: bounds.streamsOfNetwork },
    ...(isYoung ? youngBounds(bounds, network) : []),
  ])
  if (place.taken) return place.leave
  return refuse(place.full === own ? 'api.too_many_requests' : 'api.service_unavailable')
}

const youngBounds = (bounds: StreamBounds, network: string) => [
  { key: 'young', most: bounds.streamsOfYoung },
  { key: `young:${network}`, most: bounds.streamsOfYoungNetwork },
]

/** Delays reconnection with jitter: a stopping node's apps must not all reconnect at once. */
function retryHint({ random }: StreamContext, { retryMs, retryJitterMs }: StreamBounds): string {
  const share = random.bytes(2).readUInt16BE() / 65_536
  return `retry: ${Math.round(retryMs + share * retryJitterMs)}\n\n`
}

/** Resolves when the request's credentials are no longer valid, or after `openMs`. */
async function endWhenShut(
  ctx: StreamContext,
  bounds: StreamBounds,
  request: HttpRequest,
  ended: AbortSignal,
): Promise<void> {
  const untilMs = ctx.clock.monotonicMs() + bounds.openMs
  while (!ended.aborted && ctx.clock.monotonicMs() < untilMs) {
    await ctx.clock.sleep(bounds.admitEveryMs, ended)
    // A database outage ends no stream; no changes are sent during it either.
    const admitted = await isStillSignedIn(ctx, request).catch(() => true)
    if (!admitted) return
  }
}
