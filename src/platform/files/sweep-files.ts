import type { Context } from '../../context.ts'
import { fileLimits } from './file-limits.ts'
import { deleteOverdue, knownNames, overdueNames } from './files.sql.ts'

type Sweeping = Pick<Context, 'clock' | 'db' | 'log' | 'objectStore' | 'random'>

/**
 * Deletes rows that were not kept in time or have expired, each after its object, and objects
 * without a row. It may be interrupted and run again, or run twice at once.
 */
export async function sweepFiles(ctx: Sweeping): Promise<void> {
  await sweepOverdue(ctx)
  await sweepUnknown(ctx)
}

async function sweepOverdue(ctx: Sweeping): Promise<void> {
  for (const name of await overdueNames(ctx.db)) {
    // Without a clear answer the row stays, and the next run retries.
    if (await deleteObject(ctx, name)) await deleteOverdue(ctx.db, name)
  }
}

/**
 * Checks a bounded number of pages of the store, from a random name on, wrapping around at the end:
 * names are random, so in time every object is checked.
 */
async function sweepUnknown(ctx: Sweeping): Promise<void> {
  const start = ctx.random.bytes(16).toString('hex')
  let after = start
  let wrapped = false
  for (let page = 0; page < fileLimits.sweepPages; page += 1) {
    const listed = await ctx.objectStore.list(after)
    if (listed.kind !== 'accepted') return
    const { objects, next } = listed.value
    await deleteUnknown(ctx, objects)
    if (wrapped && (next === null || next >= start)) return
    wrapped ||= next === null
    after = next ?? ''
  }
}

async function deleteUnknown(
  ctx: Sweeping,
  objects: readonly Readonly<{ name: string; storedAt: Date }>[],
): Promise<void> {
  const oldest = ctx.clock.now().getTime() - fileLimits.uploadSeconds * 1000
  const settled = objects.filter(({ storedAt }) => storedAt.getTime() < oldest)
  const known = await knownNames(
    ctx.db,
    settled.map(({ name }) => name),
  )
  for (const { name } of settled) {
    if (!known.has(name)) await deleteObject(ctx, name)
  }
}

async function deleteObject(ctx: Sweeping, name: string): Promise<boolean> {
  const { kind } = await ctx.objectStore.delete(name)
  ctx.log.info({ file: name, outcome: kind }, 'an object without a file was swept')
  return kind === 'accepted'
}
