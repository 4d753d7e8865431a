/**
 * Calls Tukar with an API key, without any package: all that `@tukar/client` does to sign.
 *
 *     TUKAR_API_KEY=… TUKAR_SECRET_KEY=… node signing.ts GET /api/users/coins
 *     TUKAR_API_KEY=… TUKAR_SECRET_KEY=… node signing.ts POST /api/some/path '{"a":"1"}'
 *
 * TUKAR_URL names another place than http://127.0.0.1:3000.
 */
import { createHmac } from 'node:crypto'

export type Credentials = Readonly<{ apiKey: string; secretKey: string }>

/**
 * The headers of one request. The signature covers the time, the method and the path with its query
 * exactly as it is sent, each followed by a line feed, and the body byte for byte. It is valid for
 * five seconds and one request.
 */
export function signedHeaders(
  { apiKey, secretKey }: Credentials,
  request: Readonly<{ method: string; path: string; body: string }>,
  timestamp = `${Date.now()}`,
): Readonly<Record<string, string>> {
  const signed = [timestamp, request.method, request.path, request.body].join('\n')
  return {
    'X-API-KEY': apiKey,
    'X-API-TIMESTAMP': timestamp,
    'X-API-SIGNATURE-VERSION': '2',
    'X-API-SIGNATURE': createHmac('sha256', secretKey).update(signed).digest('hex'),
  }
}

/** Sends one signed request. Each try needs a signature of its own, so it is made here. */
export async function call(
  base: string,
  credentials: Credentials,
  method: string,
  path: string,
  body = '',
): Promise<Readonly<{ status: number; text: string }>> {
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...signedHeaders(credentials, { method, path, body }),
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === '' ? {} : { body }),
  })
  return { status: answer.status, text: await answer.text() }
}

if (import.meta.main) {
  const {
    TUKAR_URL: base = 'http://127.0.0.1:3000',
    TUKAR_API_KEY: apiKey,
    TUKAR_SECRET_KEY: secretKey,
  } = process.env
  const [method = 'GET', path = '/api/users/me', body] = process.argv.slice(2)
  if (apiKey === undefined || secretKey === undefined) {
    process.stderr.write(
      'Set TUKAR_API_KEY and TUKAR_SECRET_KEY to the pair that you were shown.\n',
    )
    process.exit(2)
  }
  const { status, text } = await call(base, { apiKey, secretKey }, method, path, body)
  process.stdout.write(`${text}\n`)
  process.exitCode = status === 200 ? 0 : 1
}
