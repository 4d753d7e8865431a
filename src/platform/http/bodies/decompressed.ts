import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
])

/** Whether the body of a callback may have this content encoding. */
export const canDecompress = (encoding: string): boolean => decoders.has(encoding.toLowerCase())

/**
 * Returns a body without its content encoding, which signatures do not cover. One that is broken,
 * or longer than the limit, is returned as it came: it cannot be read then, and is kept.
 */
export async function decompressed(
  encoding: string,
  raw: Buffer,
  limitBytes: number,
): Promise<Buffer> {
  try {
    const decode = decoders.get(encoding.toLowerCase())
    return decode === undefined ? raw : await decode(raw, { maxOutputLength: limitBytes })
  } catch {
    return raw
  }
}
