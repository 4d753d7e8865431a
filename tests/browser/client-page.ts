/** Runs in a page of a browser: its functions are called by `client.test.ts`. */
import { createTukar, memoryStore, type Tukar } from '@tukar/client'

let tukar: Tukar | null = null
const heard: string[] = []

const client = (): Tukar => {
  if (tukar === null) throw new Error('sign in first')
  return tukar
}

export async function signIn(
  url: string,
  credential: Readonly<{ email: string; password: string }>,
): Promise<readonly string[]> {
  const store = memoryStore()
  tukar = createTukar({ url, store, streamTimes: { retryMs: 10 } })
  await tukar.signIn(credential)
  return Object.keys((await store.load())?.deviceKeys ?? {})
}

/** Reads the same profile with this many concurrent calls. */
export async function readAtOnce(count: number): Promise<readonly string[]> {
  const calls = Array.from({ length: count }, () => client().get('/api/users/me'))
  return (await Promise.all(calls)).map(({ email }) => email)
}

export function follow(): void {
  client().stream('/api/stream', {
    start: ({ resumed }) => heard.push(resumed ? 'resumed' : 'started'),
    message: ({ title }) => heard.push(title),
  })
}

export const heardSoFar = (): readonly string[] => heard

/** Uploads a picture of noise as an identity card; returns the reported progress. */
export async function upload(userId: string): Promise<readonly number[]> {
  const side = 400
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('there is nothing to draw with')
  const noise = Uint8ClampedArray.from({ length: side * side * 4 }, () => Math.random() * 256)
  context.putImageData(new ImageData(noise, side, side), 0, 0)
  const ktp_image = await canvas.convertToBlob()
  const shares: number[] = []
  await client().upload('/api/idp/ocr', {
    body: { userId, nationality: 'ID', ktp_image },
    onProgress: (share) => shares.push(share),
  })
  return shares
}

/** Returns the service's reason for refusing a profile without a sign-in. */
export const refusalWithoutSignIn = (url: string): Promise<unknown> =>
  createTukar({ url })
    .get('/api/users/me')
    .catch(({ key, requestId }) => ({ key, hasId: typeof requestId === 'string' }))
