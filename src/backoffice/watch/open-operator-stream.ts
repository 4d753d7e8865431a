import { type KeyedPermits, keyedPermits, type Release } from '../../base/concurrency/semaphore.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { perDatabase } from '../../core/database/per-database.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { isStillOperator } from '../../platform/access/operators/operator-signed-in.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import type { OpenAnswer } from '../../platform/http/envelope.ts'
import { emptyStream, openLiveStream } from '../../platform/http/responses/live-stream.ts'
import { operatorStreamLimits } from './operator-stream-limits.ts'
import { watchWork } from './watch-work.ts'

type StreamContext = Pick<Context, 'clock' | 'db' | 'log' | 'random'>

const placesOf = perDatabase((_ctx: Pick<Context, 'db'>) => keyedPermits())

/**
 * Streams what operators have to do as it changes, until the page disconnects or reads too slowly,
 * or the operator's session ends, or their role changes.
 */
export function openOperatorStream(
  ctx: StreamContext,
  operator: Operator,
  request: HttpRequest,
): OpenAnswer {
  if (request.method === 'HEAD') return emptyStream()
  const releasePermit = takePlace(placesOf(ctx), operator)
  return openLiveStream(ctx, operatorStreamLimits, {
    watch: (push) => {
      const leave = watchWork(ctx).watch((events) => push(events, ':\n\n'))
      return () => {
        leave()
        releasePermit()
      }
    },
    isAdmitted: () => isStillOperator(ctx, operator, request),
  })
}

function takePlace(places: KeyedPermits, { id }: Operator): Release {
  const own = `operator:${id}`
  const place = places.take([
    { key: own, most: operatorStreamLimits.streamsEach },
    { key: 'all', most: operatorStreamLimits.streams },
  ])
  if (place.taken) return place.release
  return refuse(place.full === own ? 'api.too_many_requests' : 'api.service_unavailable')
}
