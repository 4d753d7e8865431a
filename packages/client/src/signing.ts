/** The credentials of a program, as the owner was shown them. */
export type ApiKey = Readonly<{ apiKey: string; secretKey: string }>

const encoder = new TextEncoder()

/** Many requests at once run ahead of the time by less; the service admits no more than 5 s. */
const mostAheadMs = 3_000

/**
 * Builds a function that adds the headers of signature version 2: hex HMAC-SHA256 over timestamp,
 * method and path with query, each followed by a line feed, and the body as sent. `clockMs` is the
 * service's time. Timestamps never repeat, since the service accepts each signature once; after a
 * clock that was ahead they begin again at the right time.
 */
export function signerOf({ apiKey, secretKey }: ApiKey, clockMs: () => number) {
  const { subtle } = globalThis.crypto
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = subtle.importKey('raw', encoder.encode(secretKey), algorithm, false, ['sign'])
  let last = 0
  return async (request: Request): Promise<void> => {
    const body = new Uint8Array(await request.clone().arrayBuffer())
    const nowMs = Math.round(clockMs())
    last = last - nowMs > mostAheadMs ? nowMs : Math.max(last + 1, nowMs)
    const timestamp = last.toString()
    const head = encoder.encode(`${timestamp}\n${request.method}\n${targetOf(request.url)}\n`)
    const signed = new Uint8Array(head.length + body.length)
    signed.set(head)
    signed.set(body, head.length)
    const signature = new Uint8Array(await subtle.sign('HMAC', await key, signed))
    request.headers.set('X-API-KEY', apiKey)
    request.headers.set('X-API-TIMESTAMP', timestamp)
    request.headers.set('X-API-SIGNATURE-VERSION', '2')
    request.headers.set('X-API-SIGNATURE', hex(signature))
  }
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns the path of a URL with its query, as it is sent. */
export const targetOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?#]*|#.*$/gi, '')
