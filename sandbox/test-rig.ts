import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { jsonIn } from './json-in.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'

/** Made once for all tests of a file, since RSA keys take long. */
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

export const pushPrivateKey = keys.privateKey

export const testSecrets = {
  custodyApiKey: 'custody-api-key-of-the-tests',
  custodyKey: keys.privateKey,
  venueApiKey: 'venue-api-key-of-the-tests',
  venueApiSecret: 'venue-api-secret-of-the-tests',
  venueWebhookSecret: 'venue-webhook-secret-of-the-tests',
  payxSecretKey: 'xnd_development_test',
  payxDepositToken: 'deposit-token-of-the-tests',
  payxWithdrawalToken: 'withdrawal-token-of-the-tests',
  paydMerchantCode: 'D0001',
  paydApiKey: 'payd-api-key-of-the-tests',
  paydSignature: 'md5' as const,
  paydVaBin: '868005',
  paydDisbursementUserId: '3551',
  paydDisbursementEmail: 'finance@tukar.test',
  paydDisbursementSecret: 'payd-disbursement-secret-of-the-tests',
  reportQueueToken: 'queue-token-of-the-tests',
  reportQueueSecrets: { A: 'queue-secret-a', B: 'queue-secret-b', C: 'queue-secret-c' },
  captchaSecret: 'captcha-secret-of-the-tests',
  storageAccessKey: 'storage-access-key',
  storageSecretKey: 'storage-secret-of-the-tests',
  idpPassword: 'idp-password-of-the-tests',
  idpApiKey: 'idp-api-key-of-the-tests',
  idpClientSecret: 'idp-client-secret-of-the-tests',
  smsToken: 'sms-token-of-the-tests',
  pushClientEmail: 'push@sandbox.test',
  pushPublicKey: keys.publicKey,
}

export type ReceivedCallback = Readonly<{
  path: string
  headers: IncomingHttpHeaders
  body: string
}>

/** Replaces the service in tests: records every callback and responds with the chosen status. */
export type Service = Readonly<{
  url: string
  received: readonly ReceivedCallback[]
  answerWith: (status: number) => void
  close: () => Promise<void>
}>

/** The address of a server that listens on the loopback interface. */
export function listeningUrl(server: Server): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://127.0.0.1:${port}`
}

async function listenAsService(): Promise<Service> {
  const received: ReceivedCallback[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"seen":true}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: listeningUrl(server),
    received,
    answerWith(next) {
      status = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type Rig = Readonly<{
  sandbox: Sandbox
  service: Service
  control: (method: string, path: string, body?: unknown) => Promise<Answered>
  close: () => Promise<void>
}>

export type Answered = Readonly<{ status: number; text: string; json: unknown }>

export async function startRig(timeScale = 60_000, booksFile?: string): Promise<Rig> {
  const service = await listenAsService()
  const options = { timeScale, serviceUrl: service.url, secrets: testSecrets }
  const sandbox = await startSandbox({ ...options, booksFile })
  return {
    sandbox,
    service,
    control: (method, path, body) => call(`${sandbox.url}/control${path}`, method, body),
    async close() {
      await sandbox.close()
      await service.close()
    },
  }
}

export async function call(
  url: string,
  method: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const answer = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const words = await answer.text()
  return { status: answer.status, text: words, json: jsonIn(words) }
}

type Found<Thing> = Thing | false | null | undefined

/** Waits until `look` finds something; fails after two minutes. */
export async function eventually<Thing>(
  look: () => Found<Thing> | Promise<Found<Thing>>,
): Promise<Thing> {
  for (const deadline = performance.now() + 120_000; ; ) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) return found
    if (performance.now() > deadline) throw new Error('what was awaited did not happen')
    await pause(5)
  }
}

/** The response of `GET /control/callbacks`. */
export const Callbacks = z.array(
  z.object({
    id: z.string(),
    provider: z.string(),
    path: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
    attempts: z.array(
      z.object({ at: z.string(), status: z.number(), body: z.string(), ms: z.number() }),
    ),
  }),
)
