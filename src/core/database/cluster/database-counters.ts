import type pg from 'pg'
import type { Logger } from 'pino'
import { batch } from '../../../base/concurrency/batch.ts'
import { openPool } from '../database.ts'
import { counterLimits } from '../database-limits.ts'
import { TransientError } from '../driver/errors.ts'

/** Points of a counter within its window, and the milliseconds left of it. */
export type Count = Readonly<{ points: number; leftMs: number }>

export type Rule = Readonly<{ name: string; points: number; windowSeconds: number }>

export const ruleId = ({ name, points, windowSeconds }: Rule): string =>
  `${name} ${points} ${windowSeconds}`

/** Counts points. The caller decides whether there are too many. */
export type CounterStore = Readonly<{
  take: (rule: Rule, id: string, cost: number) => Promise<Count>
  reset: (rule: Rule, id: string) => Promise<void>
  close: () => Promise<void>
}>

type DatabaseCountersOptions = Readonly<{ url: string; log: Logger }>

/**
 * Counts in the `counters` table over a few connections of its own, so that counting and
 * transactions about money never wait for each other. Commits do not wait for the disk; a crash of
 * the database may lose the last fraction of a second. Concurrent counts are one named statement,
 * which each connection plans once.
 */
export function databaseCounters({ url, log }: DatabaseCountersOptions): CounterStore {
  const pool = openPool({
    url,
    log,
    connections: counterLimits.connections,
    applicationName: 'tukar counters',
    statementMs: counterLimits.answerMs,
    settings: { synchronous_commit: 'off' },
  })
  let isSweeping = false
  const sweeping = setInterval(() => {
    if (isSweeping) return
    isSweeping = true
    sweepAll(pool)
      .catch((error: unknown) => log.warn({ err: error }, 'old counters could not be removed'))
      .finally(() => {
        isSweeping = false
      })
  }, counterLimits.sweepEveryMs)
  sweeping.unref()
  const take = together((points: readonly Point[]) => takeAll(pool, points))
  const reset = together((keys: readonly string[]) => resetAll(pool, keys))
  return {
    take: ({ name, windowSeconds }, id, cost) =>
      take({ key: `${name}:${id}`, cost, windowMs: windowSeconds * 1_000 }),
    reset: async ({ name }, id) => {
      await reset(`${name}:${id}`)
    },
    close: async () => {
      clearInterval(sweeping)
      await pool.end()
    },
  }
}

/**
 * A failed batch is not retried, since its points may have been counted; all of its members fail.
 */
const together = <Item, Outcome>(run: (items: readonly Item[]) => Promise<readonly Outcome[]>) =>
  batch<Item, Outcome>({
    run,
    failsAll: () => true,
    maxItems: counterLimits.groupItems,
    lanes: counterLimits.lanes,
    maxWaiting: counterLimits.waitingItems,
    overloaded: () => new TransientError('too many counts are waiting'),
  })

type Point = Readonly<{ key: string; cost: number; windowMs: number }>

/** Returns the state of each counter right after its own points, in the order of the points. */
async function takeAll(pool: pg.Pool, points: readonly Point[]): Promise<readonly Count[]> {
  const sums = new Map<string, Point>()
  for (const point of points) {
    const cost = (sums.get(point.key)?.cost ?? 0) + point.cost
    sums.set(point.key, { ...point, cost })
  }
  const asked = [...sums.values()]
  const { rows } = await pool.query<Readonly<{ key: string; points: number; left: number }>>({
    name: 'take',
    text: takeStatement,
    values: [
      asked.map(({ key }) => key),
      asked.map(({ cost }) => cost),
      asked.map(({ windowMs }) => windowMs),
    ],
  })
  const counted = new Map(rows.map(({ key, ...row }) => [key, row]))
  const later = new Map(sums)
  return points.map(({ key, cost }) => {
    const row = counted.get(key)
    const left = later.get(key)
    if (row === undefined || left === undefined) throw new Error(`${key} was not counted`)
    const after = left.cost - cost
    later.set(key, { ...left, cost: after })
    return { points: row.points - after, leftMs: row.left }
  })
}

/** Rows are locked in the order of their keys, here and below, so that batches cannot deadlock. */
const takeStatement = `
  with now as materialized (
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms
  )
  insert into counters as c (key, points, expire)
  select t.key, t.cost, now.ms + t.window_ms
  from unnest($1::text[], $2::int[], $3::bigint[]) as t (key, cost, window_ms), now
  order by t.key
  on conflict (key) do update set
    points = case when c.expire <= (select ms from now) then excluded.points
      else c.points + excluded.points end,
    expire = case when c.expire <= (select ms from now) then excluded.expire else c.expire end
  returning c.key, c.points, c.expire - (select ms from now) as left`

async function resetAll(pool: pg.Pool, keys: readonly string[]): Promise<readonly true[]> {
  await pool.query({ name: 'reset', text: resetStatement, values: [keys] })
  return keys.map(() => true)
}

const resetStatement = `
  with locked as (
    select key from counters where key = any($1::text[]) order by key for update
  )
  delete from counters c using locked where c.key = locked.key`

/** Deletes expired counters in batches. The clock is the one that set their expiry. */
async function sweepAll(pool: pg.Pool): Promise<void> {
  const { sweepRows } = counterLimits
  let deleted: number | null = sweepRows
  while (deleted === sweepRows && !pool.ending) {
    deleted = (await pool.query(sweepStatement, [sweepRows])).rowCount
  }
}

const sweepStatement = `
  delete from counters where key in (
    select key from counters
    where expire < (extract(epoch from statement_timestamp()) * 1000)::bigint
    order by expire limit $1 for update skip locked)`
