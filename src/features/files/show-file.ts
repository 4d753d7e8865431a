import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { type FileContent, readFile } from '../../files/read-file.ts'

/** The picture that a signed URL names. */
export async function showFile(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'objectStore'>,
  _input: unknown,
  name: string,
): Promise<FileContent> {
  return (await readFile(ctx, name)) ?? refuse('api.not_found')
}
