import type { Context } from '../../../context.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { visionServices, visionStatuses } from './vision-status.rules.ts'
import { countByDay, countByServiceAndStatus } from './vision-verifications.sql.ts'

export async function showVisionStatistics(
  ctx: Pick<Context, 'db'>,
  _input: object,
  caller: Caller,
) {
  const [counts, days] = await Promise.all([
    countByServiceAndStatus(ctx.db, caller.id),
    countByDay(ctx.db, caller.id),
  ])
  const countOf = (wanted: Readonly<{ service?: string; status?: string }>): number =>
    counts
      .filter(({ service }) => wanted.service === undefined || service === wanted.service)
      .filter(({ status }) => wanted.status === undefined || status === wanted.status)
      .reduce((sum, { count }) => sum + count, 0)
  const ofService = (service: string) =>
    byName(visionStatuses, (status) => countOf({ service, status }))
  return {
    total: countOf({}),
    by_service: byName(visionServices, (service) => countOf({ service })),
    by_status: byName(visionStatuses, (status) => countOf({ status })),
    by_service_and_status: byName(visionServices, ofService),
    last_30_days: days.map(({ date, count }) => ({ date, total: count })),
  }
}

const byName = <Value>(names: readonly string[], look: (name: string) => Value) =>
  Object.fromEntries(names.map((name) => [name, look(name)]))
