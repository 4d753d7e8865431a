import { fork } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { EmulatorName, SandboxOptions } from '../sandbox/sandbox.ts'
import { systemClock } from './base/clock.ts'
import { systemRandom } from './base/secrets/crypto.ts'
import { StartRefused } from './base/settings/start-refused.ts'
import type { Config } from './platform/config/config.ts'
import { urlOf } from './platform/config/listener-settings.ts'
import type { ProviderName } from './platform/config/providers.ts'

const program = fileURLToPath(new URL('../sandbox/child.ts', import.meta.url))

/** Between the end of a process of emulators and its restart. */
const restartPauseMs = 1_000

/** The emulators cannot start; the message says what to do. */
class EmulatorsFailed extends StartRefused {
  override readonly name = 'EmulatorsFailed'
}

type Stop = () => Promise<void>

/**
 * Starts the emulators of the providers that are not configured, in a child process that ends with
 * the service, however that ends. If the child dies, it is restarted. Throws `EmulatorsFailed`.
 * Returns a function that stops them; call it after the service has stopped.
 */
export async function startEmulators(config: Config, log: Logger): Promise<Stop> {
  const { emulators } = config
  if (emulators === null) return async () => undefined
  const options = optionsFor(config, emulators)
  let child = launch(options, log)
  await child.ready
  let stopping = false

  async function revive(): Promise<void> {
    while (!stopping) {
      const how = await child.ended
      if (stopping) return
      log.error(how, 'the emulators ended and are restarted')
      await systemClock.sleep(restartPauseMs)
      if (stopping) return
      child = launch(options, log)
      await child.ready.catch((error: unknown) => log.error({ err: error }, 'no emulators'))
    }
  }

  void revive()
  return async () => {
    stopping = true
    await child.stop()
  }
}

type Child = Readonly<{
  /** Rejects if the emulators cannot start. */
  ready: Promise<void>
  ended: Promise<Readonly<{ exitCode: number | null; signal: string | null }>>
  stop: Stop
}>

const Report = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('failed'), code: z.string().nullable(), message: z.string() }),
])

function launch(options: SandboxOptions, log: Logger): Child {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  child.stderr?.setEncoding('utf8').on('data', (text) => log.warn({ text }, 'emulators: stderr'))
  const ended: Child['ended'] = new Promise((resolve) => {
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }))
  })
  // After a disconnect by this side there is no 'close'; after a failed spawn there is no 'exit'.
  const exited = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  const ready = new Promise<void>((resolve, reject) => {
    const fail = (code: string | null, why: string) =>
      reject(new EmulatorsFailed(explained(code, why)))
    child.on('error', ({ message }) => fail(null, message))
    child.once('message', (message) => {
      const report = Report.parse(message)
      if (report.kind === 'failed') return fail(report.code, report.message)
      log.info({ pid: child.pid, port: options.port }, 'the emulators are ready')
      resolve()
    })
    void ended.then(({ exitCode, signal }) =>
      fail(null, `their process ended (${signal ?? exitCode})`),
    )
  })
  child.send(options, () => undefined)
  return {
    ready,
    ended,
    stop: async () => {
      if (child.connected) child.disconnect()
      await Promise.race([exited, ended])
    },
  }
}

function explained(code: string | null, message: string): string {
  if (code === 'ERR_MODULE_NOT_FOUND') return notInstalled
  const hint = code === 'EADDRINUSE' ? `. ${portsTaken}` : ''
  return `The emulators cannot start: ${message}${hint}`
}

const notInstalled =
  'Not every provider is configured, and the emulators are not installed: configure all of them, ' +
  'or run npm ci without --omit=dev'

const portsTaken =
  'Another service may be running here; SANDBOX_PORT and SANDBOX_SMTP_PORT select other ports'

const optionsFor = (
  config: Config,
  { port, smtpPort, timeScale, of }: NonNullable<Config['emulators']>,
): SandboxOptions => ({
  port,
  smtpPort,
  timeScale,
  booksFile: path.resolve(config.dataDir, 'sandbox-books'),
  only: of.map((provider) => emulatorOf[provider]),
  serviceUrl: urlOf(config.callbacks ?? config),
  publicUrl: urlOf(config),
  operators: config.firstOperators,
  secrets: sharedSecrets(config, of),
})

/** The emulator of each provider; one serves both identity providers. */
const emulatorOf: Readonly<Record<ProviderName, EmulatorName>> = {
  custody: 'custody',
  venue: 'venue',
  payx: 'payx',
  payd: 'payd',
  'report queue': 'reports',
  push: 'push',
  captcha: 'captcha',
  vision: 'idp',
  registry: 'idp',
  sms: 'sms',
  mail: 'mail',
  'object store': 'storage',
}

/** Secrets shared by the service and its emulators; both halves of `idp` are in one emulator. */
function sharedSecrets(
  config: Config,
  emulated: readonly ProviderName[],
): SandboxOptions['secrets'] {
  const { custody, venue, payx, payd, reportQueue, captcha, idp, sms, push, objectStore } = config
  const { A, B, C } = reportQueue.secrets
  const withheld = systemRandom.bytes(24).toString('base64url')
  const idpSecret = (provider: ProviderName, secret: string) =>
    emulated.includes(provider) ? secret : withheld
  return {
    custodyApiKey: custody.apiKey,
    custodyKey: custody.apiPrivateKey,
    venueApiKey: venue.apiKey,
    venueApiSecret: venue.apiSecret,
    venueWebhookSecret: venue.webhookSecrets[0],
    payxSecretKey: payx.secretKey,
    payxDepositToken: payx.depositTokens[0],
    payxWithdrawalToken: payx.withdrawalTokens[0],
    paydMerchantCode: payd.merchantCode,
    paydApiKey: payd.apiKeys[0],
    paydSignature: payd.signature,
    paydVaBin: payd.vaBin,
    paydDisbursementUserId: payd.disbursement.userId,
    paydDisbursementEmail: payd.disbursement.email,
    paydDisbursementSecret: payd.disbursement.secret,
    reportQueueToken: reportQueue.tokens[0],
    reportQueueSecrets: { A: A[0], B: B[0], C: C[0] },
    captchaSecret: captcha.secret,
    storageAccessKey: objectStore.accessKey,
    storageSecretKey: objectStore.secretKey,
    idpPassword: idpSecret('vision', idp.password),
    idpApiKey: idpSecret('vision', idp.apiKey),
    idpClientSecret: idpSecret('registry', idp.clientSecret),
    smsToken: sms.token,
    pushClientEmail: push.clientEmail,
    pushPublicKey: push.privateKey,
  }
}
