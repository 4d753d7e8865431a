import { sha256Hex } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'

const missLimits = { alertsAnHour: 10, pathChars: 200 } as const

/** Not found, another method, too large, not readable: nothing of the request is stored. */
const missStatuses: ReadonlySet<number> = new Set([404, 405, 413, 415])

/** Paths that are meant for a callback, also as people mistype them. */
const callbackPath = /^\/{1,9}(?:api\/{1,9})?web-?hooks?(?:[/?]|$)/i

type Missed = Readonly<{ method: string; url: string; ip: string }>
type MissContext = Pick<Context, 'clock' | 'db' | 'log'>

/** What this node reported within the current hour. */
const reported = perDatabase((_ctx: MissContext) => ({ hour: '', calls: new Set<string>() }))

/**
 * Alerts operators about a request that was meant for a callback and reached none: a provider may
 * have a wrong address. Each method and path is reported once a day, and a node reports at most
 * `alertsAnHour`, because any client can send such requests.
 */
export function noteMissedCallback(ctx: MissContext, missed: Missed, status: number): void {
  if (!missStatuses.has(status) || !callbackPath.test(missed.url)) return
  const { method, url, ip } = missed
  const path = shownPath(url)
  const now = ctx.clock.now().toISOString()
  const seen = reported(ctx)
  const [day, hour] = [now.slice(0, 10), now.slice(0, 13)]
  if (seen.hour !== hour) Object.assign(seen, { hour, calls: new Set<string>() })
  const call = `${method} ${path}`
  if (seen.calls.has(call) || seen.calls.size >= missLimits.alertsAnHour) return
  seen.calls.add(call)
  const alert = {
    to: 'operator',
    kind: 'callback-missed',
    key: `callback-missed:${day}:${sha256Hex(call)}`,
    severity: 'warning',
    subject: `A callback got ${status}: ${call}`,
    data: { method, path, status: String(status), ip },
  } as const
  ctx.db
    .inTransaction(async (tx) => enqueueAll(tx, [alert]))
    .catch((error: unknown) => ctx.log.warn({ err: error, path }, 'an alert was not stored'))
}

/** The path without its query, which may have secrets, in printable ASCII. */
const shownPath = (url: string): string =>
  url
    .split('?', 1)
    .join()
    .slice(0, missLimits.pathChars)
    .replace(/[^\x21-\x7e]/g, '?')
