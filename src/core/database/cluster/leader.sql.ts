import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '../../../base/clock.ts'
import { leaderLimits } from '../database-limits.ts'
import { UnfitServer } from '../driver/errors.ts'

/** The advisory lock of leadership; such locks are per database, so a constant key is enough. */
export const leaderKey = 1_414_876_000

/** `pg_locks` shows a lock with a 64-bit key as its two halves, and objsubid 1. */
const theLock = `locktype = 'advisory' and granted and classid = 0
  and objid = ${leaderKey}::bigint::oid and objsubid = 1`

const Epoch = z.tuple([z.object({ epoch: z.coerce.number().int() })])

/**
 * Takes the lock if it is free and raises the epoch; the update waits for the transactions of the
 * previous leader. Returns null if another session holds the lock. Throws `UnfitServer` if
 * `mayLead` returns false; the end of the session then releases the lock.
 */
export async function takeOffice(
  client: pg.Client,
  who: Readonly<{ node: string; url: string }>,
  mayLead: () => Promise<boolean>,
): Promise<number | null> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [leaderKey])
  const [{ mine }] = z.tuple([z.object({ mine: z.boolean() })]).parse(rows)
  if (!mine) return null
  if (!(await mayLead())) throw new UnfitServer('the pool of this node reaches no writable server')
  await client.query('begin')
  // A leader without a heartbeat would look dead to the others, so both are one commit.
  await client.query(beat)
  const raised = await client.query(
    `update leader set epoch = epoch + 1, node = $1, url = $2, since = now()
     where id = 1 returning epoch::text`,
    [who.node, who.url],
  )
  const [{ epoch }] = Epoch.parse(raised.rows)
  await client.query('commit')
  return epoch
}

/** Writes a heartbeat if this session still holds the lock; returns whether it does. */
export async function sendHeartbeat(client: pg.Client): Promise<boolean> {
  return (await client.query({ name: 'beat', text: beat })).rowCount === 1
}

const beat = `
  insert into leader_beat (id, at, pid)
  select 1, clock_timestamp(), pid from pg_locks where ${theLock} and pid = pg_backend_pid()
  on conflict (id) do update set at = excluded.at, pid = excluded.pid`

/** Releases the lock, so that another node can take over at once. */
export async function giveUp(client: pg.Client): Promise<void> {
  await client.query(`
    delete from leader_beat where pid = pg_backend_pid();
    select pg_advisory_unlock(${leaderKey});
    notify leader_changed`)
}

const Holder = z.array(
  z.object({ holder: z.number(), beating: z.boolean(), silent_ms: z.number().nullable() }),
)

/**
 * Returns a function that terminates the session of a lock holder without a recent heartbeat (a
 * paused process, a lost network). It returns the milliseconds until a silent holder may be
 * terminated.
 */
export function deposeSilentHolder(
  client: pg.Client,
  clock: Clock,
  log: Logger,
): () => Promise<number> {
  // A holder that never sent a heartbeat is timed from when this node first saw it.
  let seen = { holder: 0, sinceMs: 0 }
  return async () => {
    const [found] = Holder.parse((await client.query(holderQuery)).rows)
    if (found === undefined) return 0
    const nowMs = clock.monotonicMs()
    if (seen.holder !== found.holder) seen = { holder: found.holder, sinceMs: nowMs }
    const silentMs = found.beating ? (found.silent_ms ?? 0) : nowMs - seen.sinceMs
    const leftMs = leaderLimits.deadAfterMs - silentMs
    if (leftMs >= 0) return leftMs + 1
    log.warn({ silentMs, pid: found.holder }, 'the leader sent no heartbeat and is replaced')
    await client.query('select pg_terminate_backend($1, 1000)', [found.holder])
    return 0
  }
}

const holderQuery = `
  select k.pid as holder, b.pid is not null and b.pid = k.pid as beating,
    (extract(epoch from clock_timestamp() - b.at) * 1000)::float8 as silent_ms
  from pg_locks k left join leader_beat b on b.id = 1
  where ${theLock}
    and k.database = (select oid from pg_database where datname = current_database())`
