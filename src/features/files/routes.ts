import { z } from 'zod'
import { signedUrl } from '../../access/signed-url.ts'
import type { FileContent } from '../../files/read-file.ts'
import { text } from '../../http/contracts.ts'
import { endpoint } from '../../http/endpoint.ts'
import type { Reply } from '../../http/envelope.ts'
import { showFile } from './show-file.ts'

/** The picture itself, displayed inline with its own media type. */
const picture: Reply<FileContent> = {
  status: 200,
  mediaType: 'image/*',
  schema: z.string().meta({ format: 'binary' }),
  answer: ({ bytes, mediaType }) => ({
    status: 200,
    mediaType,
    body: bytes,
    headers: { 'content-disposition': 'inline' },
  }),
}

export const fileEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/files/{name}',
    tag: 'Files',
    summary: 'A stored picture, by a URL that other answers give and that holds for five minutes',
    access: signedUrl,
    params: z.object({ name: text({ max: 32 }) }),
    query: z.object({ expires: text({ max: 12 }), signature: text({ max: 43 }) }),
    run: showFile,
    reply: picture,
    largeAnswers: true,
    cacheControl: 'private, no-store',
  }),
]
