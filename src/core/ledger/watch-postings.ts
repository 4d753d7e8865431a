import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import { singleFlight } from '../../base/concurrency/single-flight.ts'
import { recordTimeline } from '../database/cluster/claim-database.ts'
import { isSame, Run, readRun, runQuery, type ServerRun } from '../database/cluster/server-run.ts'
import { connectDatabase, type Tx } from '../database/database.ts'
import { databaseLimits } from '../database/database-limits.ts'
import { UnfitServer } from '../database/driver/errors.ts'
import { acknowledgedPostings, findLoss, type Loss } from './lost-postings.rules.ts'
import { listUnposted } from './postings.sql.ts'

/** Compares each server that this node meets with the postings that it saw acknowledged. */
export type PostingWatch = Readonly<{
  /**
   * Called with each new connection before its first use. On a run of a server that was not
   * compared yet, it waits until `onLoss` committed for the postings that are missing.
   */
  admit: (client: pg.Client) => Promise<void>
  /** Called with the keys of postings after their commit. */
  acknowledge: (keys: readonly string[]) => void
}>

export type PostingWatchOptions = Readonly<{
  databaseUrl: string
  clock: Clock
  log: Logger
  /** Stops what must not go on after a loss, in the transaction that finds it. */
  onLoss: (tx: Tx, loss: Loss) => Promise<void>
}>

const loggedKeys = 20

/** Compares the server at the start, before any connection of the pool. */
export async function watchPostings(options: PostingWatchOptions): Promise<PostingWatch> {
  const { databaseUrl: url, clock, log, onLoss } = options
  const postings = acknowledgedPostings()
  const sessions = new Map<pg.Client, ServerRun>()
  let isStart = true
  /** The run that was compared; null while another one is. */
  let met: ServerRun | null = null

  const compare = singleFlight(async () => {
    // What `onLoss` stops may be many rows, and must be stopped before the service can go on.
    const { statementMs } = databaseLimits.patient
    const db = connectDatabase({ url, log, clock, connections: 1, statementMs })
    try {
      const { run, loss } = await db.inTransaction((tx) => examine(tx))
      if (loss !== null) {
        const { since, missing } = loss
        const lost = { run, since, postings: missing.length, keys: missing.slice(0, loggedKeys) }
        log.fatal(lost, 'the database lost acknowledged postings, or may have')
        postings.forget(loss.missing)
      }
      isStart = false
      met = run
    } finally {
      await db.close()
    }
  })

  async function examine(tx: Tx) {
    const run = await readRun(tx)
    const isNewTimeline = await recordTimeline(tx)
    const acknowledged = postings.list()
    const missing = await listUnposted(tx, [...acknowledged.keys()])
    const loss = findLoss({ run, missing, acknowledged, isStart, isNewTimeline })
    if (loss !== null) await onLoss(tx, loss)
    return { run, loss }
  }

  /** Ends the sessions on other runs, so that nothing more is acknowledged there. */
  function leaveOthers(run: ServerRun): void {
    met = null
    for (const [client, of] of sessions) if (!isSame(of, run)) client.connection.stream.destroy()
  }

  await compare()
  return {
    admit: async (client) => {
      const run = Run.parse((await client.query(runQuery)).rows[0])
      sessions.set(client, run)
      client.once('end', () => sessions.delete(client))
      if (isSame(met, run)) return
      if (met !== null) leaveOthers(run)
      await compare()
      if (!isSame(met, run)) throw new UnfitServer('the servers changed while connecting')
    },
    acknowledge: (keys) => postings.add(keys, clock.now()),
  }
}
