import type { Context } from '../../context.ts'
import { asLeader } from '../../core/database/cluster/leader.ts'
import { isTooLong } from '../../core/database/driver/errors.ts'
import { hasDetached } from '../../core/ledger/balances-at/sums-at.sql.ts'
import { startOfYear } from './carf.rules.ts'
import { drawSlice, endDrawing, findCarfReport, findDrawing } from './carf-reports.sql.ts'
import { checkCarfFiles } from './check-carf-file.ts'

export const carfLimits = {
  everyMs: 5_000,
  /** Users of one step: each is a transaction, so that a stop loses little. */
  users: 5_000,
  ratesEveryMs: 600_000,
} as const

/**
 * Draws the oldest requested report: the figures of all users, step by step, then the check of its
 * files. A report that a stop interrupted goes on where it ended.
 *
 * @transactions each step commits by itself, and the files are checked after the last one.
 */
export async function drawCarfReports(
  ctx: Pick<Context, 'config' | 'db' | 'leadership' | 'patientDb'>,
  users: number = carfLimits.users,
): Promise<void> {
  const leader = ctx.leadership.current()
  const id = leader === null ? null : await findDrawing(ctx.db.read)
  if (leader === null || id === null) return
  const { epoch } = leader
  await drawSteps((most) => asLeader(ctx.patientDb, epoch, (tx) => drawSlice(tx, id, most)), users)
  const drawn = await findCarfReport(ctx.db.read, id)
  if (drawn === null) throw new Error(`the report ${id} is missing`)
  // Asked after the last step: moves may be archived while a report is drawn.
  const span = { from: startOfYear(drawn.year), to: startOfYear(drawn.year + 1) }
  const isWhole = !(await hasDetached(ctx.patientDb.read, span))
  const result = isWhole ? await checkCarfFiles(ctx, drawn) : archived
  await asLeader(ctx.db, epoch, (tx) => endDrawing(tx, id, result))
}

/** Draws until no user is left. A step that takes too long is repeated with fewer users. */
async function drawSteps(draw: (most: number) => Promise<boolean>, users: number): Promise<void> {
  let most = users
  const step = () =>
    draw(most).catch((error: unknown) => {
      if (most === 1 || !isTooLong(error)) throw error
      most = Math.ceil(most / 4)
      return true
    })
  while (await step()) {}
}

const archived = {
  checked: 'invalid',
  problems: 'moves of the year are archived, so transfers are missing',
} as const
