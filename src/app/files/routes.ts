import { z } from 'zod'
import { signedUrl } from '../../platform/access/signed-url.ts'
import type { FileContent } from '../../platform/files/read-file.ts'
import { text } from '../../platform/http/contracts/contracts.ts'
import { anyone } from '../../platform/http/endpoint/admit.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { type Reply, withHeaders } from '../../platform/http/envelope.ts'
import { PictureName, showFile, showPicture } from './show-file.ts'

const { get } = endpointsOf('Files')

/** The picture itself, displayed inline with its own media type. */
const picture: Reply<FileContent> = {
  status: 200,
  mediaType: 'image/*',
  schema: () => z.string().meta({ format: 'binary' }),
  answer: ({ bytes, mediaType }) => ({
    status: 200,
    mediaType,
    body: bytes,
    headers: { 'content-disposition': 'inline' },
  }),
}

export const fileEndpoints = [
  get('/api/files/{name}', {
    summary: 'A stored picture, by a URL from another response that is valid for five minutes',
    access: signedUrl,
    params: z.object({ name: text({ max: 32 }) }),
    query: z.object({ expires: text({ max: 12 }), signature: text({ max: 43 }) }),
    run: showFile,
    reply: picture,
    largeAnswers: true,
    cacheControl: 'private, no-store',
  }),
  get('/api/pictures/{name}', {
    summary: 'A picture of a banner or a news item',
    access: anyone,
    params: PictureName,
    run: showPicture,
    reply: withHeaders(picture, { 'cross-origin-resource-policy': 'cross-origin' }),
    refusals: ['api.not_found'],
    largeAnswers: true,
    cacheControl: 'public, max-age=86400',
  }),
]
