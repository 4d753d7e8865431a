import path from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../../base/clock.ts'
import { singleFlight } from '../../../base/concurrency/single-flight.ts'
import { isSame, Run, runQuery, type ServerRun } from '../cluster/server-run.ts'
import { connectDatabase, type Database, type Tx } from '../database.ts'
import { databaseLimits, lossLimits } from '../database-limits.ts'
import { acknowledgedFiles } from './acknowledged-files.ts'
import { UnfitServer } from './errors.ts'
import { type Acknowledged, findLoss, isKnown, type Loss } from './lost-commits.rules.ts'
import { readDatabaseIdentity, readServerState, writeLoss, writeTimeline } from './server-state.ts'

/** Compares each run of the server with the commits that this node saw acknowledged. */
export type CommitWatch = Readonly<{
  /**
   * Called with each new connection before its first use. On a run of the server that was not
   * examined yet, it waits until `onLoss` committed for the acknowledged commits that are missing.
   */
  admit: (client: pg.Client) => Promise<void>
  acknowledge: (commit: Acknowledged) => void
  /** Stores the last acknowledged commits for the next start. */
  stop: () => Promise<void>
}>

export type CommitWatchOptions = Readonly<{
  databaseUrl: string
  db: Pick<Database, 'read'>
  dataDir: string
  nodeUrl: string
  clock: Clock
  log: Logger
  /** Stops what must not go on after a loss, in the transaction that records it. */
  onLoss: (tx: Tx, loss: Loss) => Promise<void>
}>

/** Starts with the commits that the files of earlier processes name. */
export async function watchCommits(options: CommitWatchOptions): Promise<CommitWatch> {
  const { databaseUrl, log, clock } = options
  // What `onLoss` stops may be many rows, and must be stopped before the service can go on.
  const { statementMs } = databaseLimits.patient
  const open = () => connectDatabase({ url: databaseUrl, log, clock, connections: 1, statementMs })
  const identity = await readDatabaseIdentity(options.db)
  const files = acknowledgedFiles(path.resolve(options.dataDir), {
    database: identity,
    nodeUrl: options.nodeUrl,
    log,
  })
  let commits: readonly Acknowledged[] = await files.read()
  let examined: ServerRun | null = null

  const examine = singleFlight(async () => {
    examined = null
    for (;;) {
      const seen = commits
      const { loss, run } = await using(open(), (db) => examineServer(db, seen, options.onLoss))
      if (loss !== null) log.fatal({ ...loss }, 'acknowledged commits were lost, or may be')
      void files.forgetOthers(run)
      const compared = new Set(seen)
      commits = commits.filter((commit) => isSame(commit, run) || !compared.has(commit))
      // Commits of other runs may have been acknowledged meanwhile.
      if (commits.some((commit) => !isSame(commit, run))) continue
      examined = run
      return
    }
  })
  await examine()

  const saving = setInterval(() => void files.save(commits), lossLimits.saveEveryMs)
  saving.unref()
  return {
    admit: async (client) => {
      const run = Run.parse((await client.query(runQuery)).rows[0])
      if (isSame(examined, run)) return
      await examine()
      if (!isSame(examined, run)) throw new UnfitServer('the servers changed while connecting')
    },
    acknowledge: (commit) => {
      commits = [...commits.slice(-lossLimits.commits + 1), commit]
      if (isSame(examined, commit)) return
      // It was confirmed before the server changed, and is compared now. If that fails, the next
      // connection does it.
      examine().catch((error: unknown) => log.warn({ err: error }, 'a commit was not compared'))
    },
    stop: async () => {
      clearInterval(saving)
      await files.save(commits)
    },
  }
}

async function using<Result>(
  db: Database,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

type Examined = Readonly<{ loss: Loss | null; run: ServerRun }>

const examineServer = (
  db: Database,
  commits: readonly Acknowledged[],
  onLoss: CommitWatchOptions['onLoss'],
): Promise<Examined> =>
  db.inTransaction(async (tx) => {
    const server = await readServerState(tx, commits)
    const loss = findLoss(server, commits)
    await writeTimeline(tx, server)
    if (loss === null || isKnown(server, loss)) return { loss: null, run: server }
    await writeLoss(tx, loss)
    await onLoss(tx, loss)
    return { loss, run: server }
  })
