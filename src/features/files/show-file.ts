import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { type FileContent, readFile } from '../../files/read-file.ts'
import type { HttpRequest } from '../../http/endpoint.ts'

/** Returns the picture that a signed URL names. */
export async function showFile(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'objectStore'>,
  _input: unknown,
  name: string,
  request: HttpRequest,
): Promise<FileContent> {
  return (await readFile(ctx, name, request.hold)) ?? refuse('api.not_found')
}
