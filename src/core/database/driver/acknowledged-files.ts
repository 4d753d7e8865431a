import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { sha256 } from '../../../base/secrets/crypto.ts'
import { isSame, type ServerRun } from '../cluster/server-run.ts'
import { lossLimits } from '../database-limits.ts'
import type { Acknowledged } from './lost-commits.rules.ts'

const whole = z.number().int().nonnegative()

const Stored = z.object({
  database: z.string(),
  commits: z
    .array(z.object({ timeline: whole, startedMs: whole, position: whole, xid: whole }))
    .max(lossLimits.commits),
})

type Found = Readonly<{ file: string; commits: readonly Acknowledged[] }>

type Files = Readonly<{
  /** The commits that nodes with this folder saw acknowledged, of this database. */
  read: () => Promise<readonly Acknowledged[]>
  /** Stores this node's last commits; a failure is logged. */
  save: (commits: readonly Acknowledged[]) => Promise<void>
  /**
   * Removes the files that name only commits of other runs than this one, which were compared with
   * it: their transaction ids may be used again. A failure is logged.
   */
  forgetOthers: (run: ServerRun) => Promise<void>
}>

/**
 * Files in the data directory that remember acknowledged commits over a restart, one per node. They
 * are a second later than the database at most.
 */
export function acknowledgedFiles(
  folder: string,
  { database, nodeUrl, log }: Readonly<{ database: string; nodeUrl: string; log: Logger }>,
): Files {
  const own = path.join(folder, `acknowledged-${sha256(nodeUrl).toString('hex').slice(0, 16)}.json`)
  let saved: Acknowledged | undefined
  let saving = Promise.resolve()

  async function write(commits: readonly Acknowledged[]): Promise<void> {
    const last = commits.at(-1)
    if (last === undefined || last === saved) return
    try {
      const text = JSON.stringify({ database, commits: commits.slice(-lossLimits.savedCommits) })
      await writeFile(`${own}.new`, text, { mode: 0o600 })
      await rename(`${own}.new`, own)
      saved = last
    } catch (error) {
      log.warn({ err: error }, 'the last acknowledged commits could not be stored')
    }
  }

  async function readAll(): Promise<readonly Found[]> {
    await mkdir(folder, { recursive: true })
    const names = await readdir(folder)
    const found: Found[] = []
    for (const name of names.filter((one) => /^acknowledged-[0-9a-f]+\.json$/.test(one))) {
      const file = path.join(folder, name)
      try {
        const stored = Stored.parse(JSON.parse(await readFile(file, 'utf8')))
        if (stored.database === database) found.push({ file, commits: stored.commits })
      } catch (error) {
        log.warn({ err: error, file: name }, 'a file of acknowledged commits cannot be read')
      }
    }
    return found
  }

  async function removeOthers(run: ServerRun): Promise<void> {
    try {
      for (const { file, commits } of await readAll()) {
        if (!commits.some((commit) => isSame(commit, run))) await rm(file, { force: true })
      }
    } catch (error) {
      log.warn({ err: error }, 'compared commits could not be forgotten')
    }
  }

  return {
    read: async () => (await readAll()).flatMap(({ commits }) => commits),
    save: (commits) => {
      saving = saving.then(() => write(commits))
      return saving
    },
    forgetOthers: (run) => {
      saving = saving.then(() => removeOthers(run))
      return saving
    },
  }
}
