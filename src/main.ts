import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { urlOf } from './base/listener-settings.ts'
import type { ProviderName } from './base/provider-addresses.ts'
import { type Config, describeConfig, readConfig } from './config.ts'
import { createLog } from './http/log.ts'
import { welcome } from './http/welcome.ts'
import { createAdmin, loadCatalogue, type Service, startService } from './service.ts'

/** How long closing may take, in addition to the drain time, before the process exits anyway. */
const patienceMs = 20_000

type Stop = () => Promise<void>

/** Steps that end this process; the step added last runs first. */
type Ending = { drainMs: number; drain: Stop; readonly stops: Stop[] }

async function main(): Promise<void> {
  const read = readConfig(process.env)
  const isCheck = process.argv.includes('--check-config')
  if (isCheck) {
    const mode = read.mode === null ? '' : `\n${read.mode}\n`
    process.stdout.write(`${read.providers.join('\n')}\n${mode}`)
  }
  if (!read.ok) {
    for (const { name, problem, mend } of read.problems) {
      process.stderr.write(`${name} ${problem}: ${mend}\n`)
    }
    process.exitCode = 1
    return
  }
  const { config, warnings } = read
  if (isCheck) {
    process.stdout.write(`\n${describeConfig(config).join('\n')}\n`)
    const others = warnings.filter(({ name }) => name !== 'NODE_ENV')
    for (const { name, warning } of others) process.stderr.write(`${name}: ${warning}\n`)
    return
  }
  const log = createLog(config)
  const newAdmin = valueAfter('--create-operator')
  if (newAdmin !== null) return createOperator(config, log, newAdmin)
  if (process.argv.includes('--load-catalogue')) return tellOfCatalogue(config, log)
  for (const { name, warning } of warnings) log.warn({ setting: name }, warning)
  const drainMs = config.drainSeconds * 1_000
  const ending: Ending = { drainMs, drain: async () => undefined, stops: [] }
  endOnSignals(ending, (error, why) => log.fatal({ err: error }, why))
  if (config.emulators !== null) {
    const sandbox = await loadSandbox()
    if (sandbox === null) {
      process.stderr.write(`${withoutEmulators}\n`)
      process.exitCode = 1
      return
    }
    ending.stops.push(await startSandboxOf(sandbox, config, config.emulators))
  }
  const service = await startService(config, log)
  ending.drain = service.drain
  ending.stops.push(service.stop)
  welcomeFirstOperators(service, config)
  const { url, internalUrl, callbackUrl } = service
  const docs = `${url}/docs`
  const apart = [internalUrl, callbackUrl].some((one) => one !== url)
  if (process.stdout.isTTY) process.stdout.write(welcome({ config, service }))
  else log.info({ url, docs, ...(apart ? { internalUrl, callbackUrl } : {}) }, 'Tukar is ready')
}

const valueAfter = (option: string): string | null => {
  const at = process.argv.indexOf(option)
  return at === -1 ? null : (process.argv[at + 1] ?? '')
}

/**
 * Creates an admin, prints the password once, and exits. For the first admin, or if all are lost.
 */
async function createOperator(config: Config, log: Logger, email: string): Promise<void> {
  const password = await createAdmin(config, log, email)
  if (password === null) {
    process.stderr.write(`${email} is no new address: no operator was made\n`)
    process.exitCode = 1
    return
  }
  process.stdout.write(
    `Operator ${email} is an admin. The password, shown this once: ${password}\n`,
  )
}

/** Loads pairs, coins and banks from the providers, and prints the result. */
async function tellOfCatalogue(config: Config, log: Logger): Promise<void> {
  const { lines, complete } = await loadCatalogue(config, log)
  process.stdout.write(`${lines.join('\n')}\n`)
  if (complete) return
  process.stderr.write('Some providers did not answer: run the command again\n')
  process.exitCode = 1
}

/** The password is not logged; it is printed once, and stored with the sandbox's other secrets. */
function welcomeFirstOperators({ madeOperators }: Service, { firstOperators }: Config): void {
  if (!madeOperators || process.stdout.isTTY) return
  for (const { email, password } of firstOperators) {
    process.stderr.write(`Operator of this sandbox: ${email}, password ${password}\n`)
  }
}

const withoutEmulators =
  'Not every provider is configured, and the emulators are not installed: configure all of them, ' +
  'or run npm ci without --omit=dev'

/**
 * Loads the emulators; returns null if their packages, which production omits, are not installed.
 */
async function loadSandbox() {
  try {
    return await import('../sandbox/sandbox.ts')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}

type Sandbox = NonNullable<Awaited<ReturnType<typeof loadSandbox>>>
type SandboxOptions = Parameters<Sandbox['startSandbox']>[0]
type EmulatorName = NonNullable<SandboxOptions['only']>[number]

/** Starts the emulators of the providers that are not configured. */
async function startSandboxOf(
  { startSandbox }: Sandbox,
  config: Config,
  { port, smtpPort, timeScale, of }: NonNullable<Config['emulators']>,
): Promise<Stop> {
  const sandbox = await startSandbox({
    port,
    smtpPort,
    timeScale,
    only: of.map((provider) => emulatorOf[provider]),
    serviceUrl: urlOf(config.callbacks ?? config),
    operators: config.firstOperators,
    secrets: sharedSecrets(config, of),
  })
  return sandbox.close
}

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
  const withheld = randomBytes(24).toString('base64url')
  const idpSecret = (provider: ProviderName, secret: string) =>
    emulated.includes(provider) ? secret : withheld
  return {
    custodyApiKey: custody.apiKey,
    custodyKey: custody.apiPrivateKey,
    venueApiKey: venue.apiKey,
    venueApiSecret: venue.apiSecret,
    venueWebhookSecret: venue.webhookSecret,
    payxSecretKey: payx.secretKey,
    payxDepositToken: payx.depositToken,
    payxWithdrawalToken: payx.withdrawalToken,
    paydMerchantCode: payd.merchantCode,
    paydApiKey: payd.apiKey,
    paydSignature: payd.signature,
    paydVaBin: payd.vaBin,
    paydDisbursementUserId: payd.disbursement.userId,
    paydDisbursementEmail: payd.disbursement.email,
    paydDisbursementSecret: payd.disbursement.secret,
    reportQueueToken: reportQueue.token,
    reportQueueSecrets: reportQueue.secrets,
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

/**
 * SIGTERM and SIGINT drain the process and end it in order; a second signal ends it at once. An
 * uncaught error ends it in order without a drain, since its state is unknown.
 */
function endOnSignals(ending: Ending, fatal: (error: unknown, why: string) => void): void {
  let isEnding = false
  const end = async (code: number, drain: () => Promise<void>) => {
    if (isEnding) process.exit(1)
    isEnding = true
    setTimeout(() => process.exit(1), ending.drainMs + patienceMs).unref()
    await drain()
    for (const stop of ending.stops.splice(0).reverse()) await stop()
    process.exit(code)
  }
  const now = async () => undefined
  process.on('SIGTERM', () => void end(0, ending.drain))
  process.on('SIGINT', () => void end(0, ending.drain))
  process.on('uncaughtException', (error) => {
    fatal(error, 'a fault nobody caught; ending')
    void end(1, now)
  })
  process.on('unhandledRejection', (error) => {
    fatal(error, 'a rejection nobody handled; ending')
    void end(1, now)
  })
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
