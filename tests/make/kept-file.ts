import assert from 'node:assert/strict'
import type { Context } from '../../src/context.ts'
import { keepFiles, storeFile } from '../../src/platform/files/store-file.ts'
import type { Picture } from '../../src/platform/images/picture.ts'

/** Stores a picture as if a record of ours referred to it; returns its name. */
export async function keptFile(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'objectStore' | 'random'>,
  image: Picture,
): Promise<string> {
  const stored = await storeFile(ctx, { owner: null, purpose: 'news', image })
  assert.ok(stored !== null)
  await ctx.db.inTransaction((tx) => keepFiles(tx, [stored.name]))
  return stored.name
}
