import type { Logger } from 'pino'
import { type Config, describeConfig, readConfig } from './config.ts'
import { createLog } from './http/log.ts'
import { createAdmin, type Service, startService } from './service.ts'

/** How long closing may take before the process ends without it. */
const patienceMs = 20_000

type Stop = () => Promise<void>

async function main(): Promise<void> {
  const read = readConfig(process.env)
  if (!read.ok) {
    for (const { name, problem, mend } of read.problems) {
      process.stderr.write(`${name} ${problem}: ${mend}\n`)
    }
    process.exitCode = 1
    return
  }
  const { config } = read
  if (process.argv.includes('--check-config')) {
    process.stdout.write(`${describeConfig(config).join('\n')}\n`)
    return
  }
  const log = createLog(config)
  const newAdmin = valueAfter('--create-operator')
  if (newAdmin !== null) return createOperator(config, log, newAdmin)
  const stops: Stop[] = []
  endOnSignals(stops, (error, why) => log.fatal({ err: error }, why))
  if (config.sandbox !== null) stops.push(await startSandboxOf(config, config.sandbox))
  const service = await startService(config, log)
  stops.push(service.stop)
  welcomeFirstOperator(service, config)
  log.info({ url: service.url, docs: `${service.url}/docs` }, 'Tukar is ready')
}

const valueAfter = (option: string): string | null => {
  const at = process.argv.indexOf(option)
  return at === -1 ? null : (process.argv[at + 1] ?? '')
}

/** Makes an admin, says the password once, and ends. For the first one, or when all are lost. */
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

/** The password is not logged; it is said once, and kept with the sandbox's other secrets. */
function welcomeFirstOperator({ madeOperator }: Service, { firstOperator }: Config): void {
  if (firstOperator === null || !madeOperator) return
  const { email, password } = firstOperator
  process.stderr.write(`Operator of this sandbox: ${email}, password ${password}\n`)
}

/** The emulators stand in where no provider is configured; they are never loaded otherwise. */
async function startSandboxOf(
  config: Config,
  { port, smtpPort, timeScale }: NonNullable<Config['sandbox']>,
): Promise<Stop> {
  const { startSandbox } = await import('../sandbox/sandbox.ts')
  const { custody, venue, payx, payd, reportQueue, captcha, idp, sms, push, objectStore } = config
  const sandbox = await startSandbox({
    port,
    smtpPort,
    timeScale,
    serviceUrl: config.nodeUrl,
    operator: config.firstOperator,
    secrets: {
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
      idpPassword: idp.password,
      idpApiKey: idp.apiKey,
      idpClientSecret: idp.clientSecret,
      smsToken: sms.token,
      pushClientEmail: push.clientEmail,
      pushPublicKey: push.privateKey,
    },
  })
  return sandbox.close
}

/** SIGTERM and SIGINT end the process in order; a fault nobody caught ends it in order too. */
function endOnSignals(stops: Stop[], fatal: (error: unknown, why: string) => void): void {
  let ending = false
  const end = async (code: number) => {
    if (ending) process.exit(1)
    ending = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    for (const stop of stops.splice(0).reverse()) await stop()
    process.exit(code)
  }
  process.on('SIGTERM', () => void end(0))
  process.on('SIGINT', () => void end(0))
  process.on('uncaughtException', (error) => {
    fatal(error, 'a fault nobody caught; ending')
    void end(1)
  })
  process.on('unhandledRejection', (error) => {
    fatal(error, 'a rejection nobody handled; ending')
    void end(1)
  })
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
