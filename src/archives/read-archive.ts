import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { assetId, type PostingId, postingId, type UserId } from '../base/ids.ts'
import { integerOf } from '../base/integers.ts'
import { listLimits } from '../base/list-limits.ts'
import { Refusal, refuse } from '../base/refusal.ts'
import { semaphore } from '../base/semaphore.ts'
import { singleFlight } from '../base/single-flight.ts'
import type { Context } from '../context.ts'
import { perDatabase } from '../database/per-database.ts'
import { oneOf, readRows } from '../database/read-rows.ts'
import { accountKinds } from '../ledger/accounts.ts'
import { actions } from '../ledger/post.rules.ts'
import type { Entry, StatementFilter } from '../ledger/statement.ts'
import { archiveLimits } from './archive-limits.ts'
import {
  countArchivedAction,
  countArchivedEntries,
  partsOfUser,
  type StoredPart,
} from './archives.sql.ts'
import { parseCsv } from './csv.rules.ts'
import { ArchiveUnavailable, fetchPart } from './write-archive.ts'

type ArchiveContext = Pick<Context, 'archive' | 'db'>

/** An entry without what its posting says. */
type Side = Omit<Entry, 'at' | 'key' | 'action'> & Readonly<{ kind: number }>

export type ArchivedPage = Readonly<{
  limit: number
  offset: number
  oldestFirst: boolean
  /** How many entries match, as `countArchived` counted them: after these no object is read. */
  matches?: number
}>

const most = listLimits.countedItems

const { cachedBytes, readsAtOnce, readsWaiting } = archiveLimits

const reading = semaphore({
  permits: readsAtOnce,
  waiting: readsWaiting,
  overloaded: () => new Refusal('api.service_unavailable'),
})

type Wanted = Readonly<{ archive: ArchiveContext['archive']; part: StoredPart }>

/** Reads parts, each once for all users who wait for it, and keeps those that were read last. */
const partsOf = perDatabase((_ctx: ArchiveContext) => {
  const cache = new LRUCache<string, Buffer>({
    maxSize: cachedBytes,
    sizeCalculation: ({ length }) => length + 1,
  })
  const keyOf = ({ part }: Wanted) => `${part.archive}/${part.number}`
  const fetch = singleFlight(async (wanted: Wanted) => {
    const { archive, part } = wanted
    if (archive === null) return refuse('api.service_unavailable')
    const content = await reading.run(() => fetchPart(archive, part)).catch(unlessAway)
    cache.set(keyOf(wanted), content)
    return content
  }, keyOf)
  return { read: async (wanted: Wanted) => cache.get(keyOf(wanted)) ?? (await fetch(wanted)) }
})

function unlessAway(error: unknown): never {
  if (error instanceof ArchiveUnavailable) return refuse('api.service_unavailable')
  throw error
}

/**
 * Reads a page of the archived part of a user's statement, which is older than all of the rest.
 * Reads only as many objects as the page needs, and checks each. Refuses with 503 if the archive
 * does not respond, or too many reads wait. Never call it inside a transaction.
 */
export async function readArchivedStatement(
  ctx: ArchiveContext,
  user: UserId,
  filter: StatementFilter,
  { limit, offset, oldestFirst, matches = most }: ArchivedPage,
): Promise<readonly Entry[]> {
  // Counts end at their limit.
  const wanted = matches < most ? Math.min(offset + limit, matches) : offset + limit
  const parts = await partsOfUser(ctx.db.read, user)
  const found: Entry[] = []
  for (const part of oldestFirst ? parts : parts.toReversed()) {
    if (found.length >= wanted) break
    const sides = (await sidesOf(ctx, user, part)).filter(
      ({ assetId }) => filter.assetId === undefined || assetId === filter.assetId,
    )
    const entries = await withPostings(ctx, sides, filter)
    found.push(...(oldestFirst ? entries : entries.toReversed()))
  }
  return found.slice(offset, offset + limit)
}

/**
 * Counts the archived entries of a user's statement, up to the limit of counted list items. Reads
 * objects only if the filter has an action and an earlier release archived some of them.
 */
export async function countArchived(
  ctx: ArchiveContext,
  user: UserId,
  filter: StatementFilter,
): Promise<number> {
  const all = await countArchivedEntries(ctx.db.read, user, filter.assetId)
  if (filter.action === undefined || all === 0) return Math.min(all, most)
  const counted = await countArchivedAction(ctx.db.read, user, filter.assetId, filter.action)
  if (counted !== null) return Math.min(counted, most)
  const page = { limit: most, offset: 0, oldestFirst: false }
  return (await readArchivedStatement(ctx, user, filter, page)).length
}

async function sidesOf(
  ctx: ArchiveContext,
  user: UserId,
  part: StoredPart,
): Promise<readonly Side[]> {
  const content = await partsOf(ctx).read({ archive: ctx.archive, part })
  return parseCsv(linesOfOwner(content, user)).flatMap((row) => sidesIn(row, user))
}

/** The lines of a part are in the order of their owners, with which each begins. */
function linesOfOwner(content: Buffer, user: UserId): string {
  const [mark, lineEnd] = [`${user},`, '\n']
  const isFirst = content.subarray(0, mark.length).equals(Buffer.from(mark))
  const start = isFirst ? 0 : content.indexOf(lineEnd + mark) + 1
  if (start === 0 && !isFirst) return ''
  const lastLine = Math.max(start, content.lastIndexOf(lineEnd + mark) + 1)
  return content.toString('utf8', start, content.indexOf(lineEnd, lastLine) + 1)
}

/** The owner, and the columns of `moves` in the order of their table. */
function sidesIn(row: readonly (string | null)[], user: UserId): readonly Side[] {
  const [owner, ...cells] = row
  if (owner !== String(user)) return []
  const [posting, line, asset, fromKind, fromUser, fromAfter, toKind, toUser, toAfter, units] =
    cells
  const move = {
    postingId: postingId(wholeOf(posting)),
    line: wholeOf(line),
    assetId: assetId(wholeOf(asset)),
  }
  const side = (kind: string | null | undefined, signed: bigint, after: string | null = null) => ({
    ...move,
    kind: wholeOf(kind),
    account: wholeOf(kind) === accountKinds.locked ? ('locked' as const) : ('available' as const),
    units: signed,
    balanceAfter: BigInt(after ?? ''),
  })
  const amount = BigInt(units ?? '')
  const isOf = (owner: string | null | undefined) => owner === String(user)
  const sides = [
    ...(isOf(fromUser) ? [side(fromKind, -amount, fromAfter)] : []),
    ...(isOf(toUser) ? [side(toKind, amount, toAfter)] : []),
  ]
  return sides.toSorted((a, b) => a.kind - b.kind)
}

function wholeOf(cell: string | null | undefined): number {
  if (cell === null || cell === undefined) throw new TypeError('an archived move without a number')
  return integerOf(cell)
}

/** Adds what the postings say, which stay in the database, and applies the filter's action. */
async function withPostings(
  { db }: ArchiveContext,
  sides: readonly Side[],
  { action }: StatementFilter,
): Promise<readonly Entry[]> {
  const ids = [...new Set(sides.map(({ postingId }) => postingId))]
  const ofAction = action === undefined ? sql`` : sql` and action = ${action}`
  const found = await readRows(db.read, {
    id: 'postingId',
    at: 'timestamptz',
    key: 'text',
    action: oneOf(...actions),
  })`select id, at, key, action from postings where id = any(${ids}::bigint[])${ofAction}`
  const postings = new Map<PostingId, (typeof found)[number]>(found.map((one) => [one.id, one]))
  return sides.flatMap(({ kind: _, ...side }) => {
    const posting = postings.get(side.postingId)
    if (posting === undefined) return []
    return [{ ...side, at: posting.at, key: posting.key, action: posting.action }]
  })
}
