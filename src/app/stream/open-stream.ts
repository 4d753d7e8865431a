import { z } from 'zod'
import type { KeyedPermits } from '../../base/concurrency/semaphore.ts'
import { refuse } from '../../base/refusal.ts'
import { ownerNetworkOf } from '../../base/values/network.ts'
import type { Context } from '../../context.ts'
import type { streamLimits } from '../../core/changes/stream-limits.ts'
import type { ChangeBatch, Watching } from '../../core/changes/watch-changes.ts'
import type { Position } from '../../core/changes/written.sql.ts'
import { findUser } from '../../core/users/users.sql.ts'
import { type Caller, isStillSignedIn } from '../../platform/access/signed-in.ts'
import { integer } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import type { OpenAnswer } from '../../platform/http/envelope.ts'
import type { Frame } from '../../platform/http/responses/frame-stream.ts'
import { emptyStream, openLiveStream } from '../../platform/http/responses/live-stream.ts'
import { streamEventOf } from '../../platform/http/responses/server-sent-events.ts'
import { headerOf } from '../../platform/http/route.ts'

export type StreamBounds = Readonly<{ [Name in keyof typeof streamLimits]: number }>

/** State that all streams of a node share. */
export type StreamShared = Readonly<{
  watching: Watching
  permits: KeyedPermits
  bounds: StreamBounds
}>

/** Begins to send events that other streams get too; returns the function that ends it. */
export type Feed = (send: (frame: Frame) => void) => () => void

type StreamContext = Pick<Context, 'clock' | 'config' | 'db' | 'log' | 'random'>

const IdParts = z.tuple([
  integer({ min: 1, max: 999_999_999_999_999 }),
  integer({ min: 0, max: 99_999_999_999 }),
  integer({ min: 0, max: 2_147_483_647 }),
])

/** Parses an event id into a position; null if it is malformed, and the stream starts afresh. */
function positionOf(lastEventId: string | undefined): Position | null {
  const parts = IdParts.safeParse(lastEventId?.split('-'))
  if (!parts.success) return null
  const [xid, seconds, history] = parts.data
  return { xid, at: new Date(seconds * 1_000), history }
}

const idOf = ({ xid, at, history }: Position): string =>
  `id: ${xid}-${Math.floor(at.getTime() / 1_000)}-${history}\n`

/**
 * Streams changes to the caller's app until the app disconnects, loses its right to read, or reads
 * too slowly. Only the last event of a batch carries the id: an app that loses its connection
 * within a batch receives the whole batch again.
 */
export async function openStream(
  ctx: StreamContext,
  { watching, permits, bounds }: StreamShared,
  caller: Caller,
  request: HttpRequest,
  feed: Feed,
): Promise<OpenAnswer> {
  if (request.method === 'HEAD') return emptyStream()
  const isYoung = await isYoungAccount(ctx, bounds, caller)
  const releasePermit = takePermit(permits, bounds, caller, request, isYoung)
  const from = positionOf(headerOf(request, 'last-event-id'))
  let started = false
  /** The `start` event reports whether the stream resumes from the app's position. */
  const textsOf = ({ position, whole, changes }: ChangeBatch) => {
    const events = changes.map(({ event, data }) => streamEventOf(event, data))
    if (!whole || !started) events.unshift(streamEventOf('start', { resumed: whole }))
    started = true
    const id = idOf(position)
    return [events.length === 0 ? '' : `${events.join('\n')}${id}\n`, `${id}\n`] as const
  }
  return openLiveStream(ctx, bounds, {
    watch: (push, send) => {
      const leave = watching.watch(caller.id, from, (batch) => push(...textsOf(batch)))
      const leaveFeed = feed(send)
      return () => {
        leave()
        leaveFeed()
        releasePermit()
      }
    },
    isAdmitted: () => isStillSignedIn(ctx, request),
  })
}

/**
 * Young or unverified accounts are cheap to open, so all of them together get only a share of the
 * slots.
 */
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
function takePermit(
  permits: KeyedPermits,
  bounds: StreamBounds,
  { id }: Caller,
  { ip }: HttpRequest,
  isYoung: boolean,
): () => void {
  const own = `user:${id}`
  const network = ownerNetworkOf(ip)
  const permit = permits.take([
    { key: own, most: bounds.streamsEach },
    { key: 'all', most: bounds.streams },
    { key: `network:${network}`, most: bounds.streamsOfNetwork },
    ...(isYoung ? youngBounds(bounds, network) : []),
  ])
  if (permit.taken) return permit.release
  return refuse(permit.full === own ? 'api.too_many_requests' : 'api.service_unavailable')
}

const youngBounds = (bounds: StreamBounds, network: string) => [
  { key: 'young', most: bounds.streamsOfYoung },
  { key: `young:${network}`, most: bounds.streamsOfYoungNetwork },
]
