import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { type FileContent, readFile } from '../../platform/files/read-file.ts'
import { text } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

export const PictureName = z.object({ name: text({ max: 32 }) })

/** Returns an uploaded picture of content, which is public; other files are not found. */
export async function showPicture(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'objectStore'>,
  { name }: z.output<typeof PictureName>,
  _caller: null,
  { hold }: HttpRequest,
): Promise<FileContent> {
  const reading = { hold, only: 'banner', isPublic: true } as const
  return (await readFile(ctx, name, reading)) ?? refuse('api.not_found')
}

export async function showFile(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'objectStore'>,
  _input: unknown,
  name: string,
  request: HttpRequest,
): Promise<FileContent> {
  return (await readFile(ctx, name, { hold: request.hold })) ?? refuse('api.not_found')
}
