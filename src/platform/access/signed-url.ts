import { refuse } from '../../base/refusal.ts'
import { isSigned } from '../files/file-url.ts'
import type { Access } from '../http/endpoint/admit.ts'

/**
 * Admits requests with a valid URL that we signed and that has not expired. The caller is the
 * file's name; all other requests are refused as if no such file existed.
 */
export const signedUrl: Access<string> = {
  name: 'signed URL',
  scheme: 'signedUrl',
  refusals: ['api.not_found'],
  admit: (ctx, { url }) => {
    const [path = '', ...query] = url.split('?')
    const given = new URLSearchParams(query.join('?'))
    const [expires, signature] = [given.getAll('expires'), given.getAll('signature')]
    const signed = {
      name: path.slice(path.lastIndexOf('/') + 1),
      expires: expires.length === 1 ? expires.join() : '',
      signature: signature.length === 1 ? signature.join() : '',
    }
    return isSigned(ctx, signed) ? signed.name : refuse('api.not_found')
  },
}
