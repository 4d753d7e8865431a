import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { z } from 'zod'
import { jakartaDay, startOfJakartaDay } from '../../base/clock.ts'
import { sha256Hex } from '../../base/secrets/crypto.ts'
import type { Context } from '../../context.ts'
import type { Answer } from '../../providers/outbound.ts'
import { messageOf } from './event-form.ts'
import { eventLimits } from './event-limits.ts'
import { positionBefore, readEventsAfter, readFirstEvent } from './published-events.sql.ts'

type FileContext = Pick<Context, 'clock' | 'config' | 'db' | 'objectStore'>

const Manifest = z.object({
  day: z.string(),
  first: z.int(),
  last: z.int(),
  count: z.int(),
  files: z.array(
    z.object({
      name: z.string(),
      first: z.int(),
      last: z.int(),
      count: z.int(),
      bytes: z.int(),
      sha256: z.string(),
    }),
  ),
})
type EventFile = z.output<typeof Manifest>['files'][number]

/**
 * Writes the events of each Jakarta day that is over and has no manifest, oldest first. A day has
 * the events that were published in it, and begins after the last event of the day before, so that
 * each is in one day. A run that was stopped repeats its day with the same files.
 */
export async function writeEventFiles(
  ctx: FileContext,
  fileBytes: number = eventLimits.fileBytes,
): Promise<void> {
  if (!ctx.config.eventFiles) return
  const { days, after } = await findUnwritten(ctx)
  let last = after
  for (const day of days) {
    const to = await positionBefore(ctx.db.read, startOfJakartaDay(shifted(day, 1)))
    if (to < last) throw new Error(`the events before ${day} are missing in the database`)
    await writeDay(ctx, day, { after: last, to }, fileBytes)
    last = to
  }
}

/** Returns the days to write, and the position after which the first one begins. */
async function findUnwritten(
  ctx: FileContext,
): Promise<Readonly<{ days: readonly string[]; after: number }>> {
  const days: string[] = []
  const first = await readFirstEvent(ctx.db.read)
  if (first === null) return { days, after: 0 }
  const from = jakartaDay(first.publishedAt)
  const today = jakartaDay(new Date(ctx.clock.now().getTime() - eventLimits.daySettledMs))
  for (let day = shifted(today, -1); day >= from; day = shifted(day, -1)) {
    const name = manifestName(day)
    const stored = accepted(await ctx.objectStore.get(name), name)
    if (stored !== null) return { days, after: Manifest.parse(JSON.parse(String(stored))).last }
    days.unshift(day)
  }
  return { days, after: first.position - 1 }
}

/** Writes the files of a day, and then its manifest: a reader that sees it sees whole files. */
async function writeDay(
  ctx: FileContext,
  day: string,
  { after, to }: Range,
  fileBytes: number,
): Promise<void> {
  const files: EventFile[] = []
  for (let last = after; last < to; last = files.at(-1)?.last ?? to) {
    const name = `events/${day}/${String(files.length + 1).padStart(4, '0')}.jsonl.gz`
    files.push(await writeFile(ctx, name, { after: last, to }, fileBytes))
  }
  const count = files.reduce((sum, file) => sum + file.count, 0)
  const manifest = { day, first: after + 1, last: to, count, files }
  await put(ctx, manifestName(day), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
}

/** Positions after `after`, up to `to`. */
type Range = Readonly<{ after: number; to: number }>

/** Writes one file of about this many bytes before compression, from pages of events. */
async function writeFile(
  ctx: FileContext,
  name: string,
  { after, to }: Range,
  fileBytes: number,
): Promise<EventFile> {
  let [last, count] = [after, 0]
  async function* lines() {
    for (let bytes = 0; bytes < fileBytes && last < to; ) {
      const most = Math.min(eventLimits.fileEventsAtOnce, to - last)
      const events = await readEventsAfter(ctx.db.read, last, most)
      if (events.at(-1)?.position !== last + most) {
        throw new Error(`events between ${last} and ${to} are missing in the database`)
      }
      const text = events.map((event) => `${JSON.stringify(messageOf(event))}\n`).join('')
      bytes += text.length
      count += most
      last += most
      yield text
    }
  }
  const zipped = await pipeline(Readable.from(lines()), createGzip(), (source) => buffer(source))
  await put(ctx, name, zipped)
  return { name, first: after + 1, last, count, bytes: zipped.length, sha256: sha256Hex(zipped) }
}

async function put({ objectStore }: FileContext, name: string, bytes: Buffer): Promise<void> {
  accepted(await objectStore.put(name, bytes), name)
}

function accepted<Value>(answer: Answer<Value>, name: string): Value {
  if (answer.kind === 'accepted') return answer.value
  const why = answer.kind === 'unknown' ? answer.why : answer.code
  throw new Error(`the object store did not accept ${name}: ${why}`)
}

const manifestName = (day: string): string => `events/${day}/manifest.json`

/** Returns the day so many days later. */
const shifted = (day: string, days: number): string =>
  jakartaDay(new Date(startOfJakartaDay(day).getTime() + days * 86_400_000))
