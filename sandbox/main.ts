import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env, exit, stdout } from 'node:process'
import { z } from 'zod'
import type { Operator, Secrets } from './emulator.ts'
import { startSandbox } from './sandbox.ts'

/** Starts the emulators alone, with the secrets that the service stored, if any. */
async function main(): Promise<void> {
  const kept = keptSecrets(join(env['DATA_DIR'] ?? 'data', 'secrets.json'))
  const made = new Map<string, string>()
  const secret = (name: string, make = () => randomBytes(24).toString('base64url')): string => {
    const known = setting(name) ?? kept[name]
    if (known !== undefined && known !== '') return known
    const value = make()
    made.set(name, value)
    return value
  }
  const sandbox = await startSandbox({
    port: wholeNumber('SANDBOX_PORT', 3001),
    smtpPort: wholeNumber('SANDBOX_SMTP_PORT', 3025),
    timeScale: Math.max(1, wholeNumber('SANDBOX_TIME_SCALE', 60)),
    serviceUrl: callbackUrl(),
    publicUrl: setting('BASE_URL') ?? `http://127.0.0.1:${setting('PORT') ?? '3000'}`,
    secrets: secretsFrom(secret),
    operators: operatorsFrom(secret('SANDBOX_OPERATOR_PASSWORD')),
  })
  stdout.write(`Sandbox: ${sandbox.url} and ${sandbox.smtpUrl}\n`)
  for (const [name, value] of made) {
    stdout.write(`Generated for this run: ${name}=${JSON.stringify(value)}\n`)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void sandbox.close().then(() => exit(0)))
  }
}

/** The service's callback URL, from the same settings that the service reads. */
const callbackUrl = (): string =>
  setting('CALLBACK_URL') ??
  setting('BASE_URL') ??
  `http://127.0.0.1:${setting('CALLBACK_PORT') ?? setting('PORT') ?? '3000'}`

/** The same two operators that the service creates when it starts without real providers. */
const operatorsFrom = (password: string): readonly Operator[] =>
  ['operator@sandbox.test', 'second@sandbox.test'].map((email) => ({ email, password }))

function secretsFrom(secret: (name: string, make?: () => string) => string): Secrets {
  return {
    custodyApiKey: secret('CUSTODY_API_KEY'),
    custodyKey: secret('CUSTODY_API_PRIVATE_KEY', newPrivateKey),
    venueApiKey: secret('VENUE_API_KEY'),
    venueApiSecret: secret('VENUE_API_SECRET'),
    venueWebhookSecret: secret('VENUE_WEBHOOK_SECRET'),
    payxSecretKey: secret('PAYX_SECRET_KEY'),
    payxDepositToken: secret('PAYX_DEPOSIT_TOKEN'),
    payxWithdrawalToken: secret('PAYX_WITHDRAWAL_TOKEN'),
    paydMerchantCode: setting('PAYD_MERCHANT_CODE') ?? 'D0001',
    paydApiKey: secret('PAYD_API_KEY'),
    paydSignature: setting('PAYD_SIGNATURE') === 'hmac-sha256' ? 'hmac-sha256' : 'md5',
    paydVaBin: setting('PAYD_VA_BIN') ?? '868005',
    paydDisbursementUserId: secret('PAYD_DISBURSEMENT_USER_ID', () => '3551'),
    paydDisbursementEmail: secret('PAYD_DISBURSEMENT_EMAIL', () => 'finance@sandbox.test'),
    paydDisbursementSecret: secret('PAYD_DISBURSEMENT_SECRET'),
    reportQueueToken: secret('REPORT_QUEUE_TOKEN'),
    reportQueueSecrets: {
      A: secret('REPORT_QUEUE_SECRET_A'),
      B: secret('REPORT_QUEUE_SECRET_B'),
      C: secret('REPORT_QUEUE_SECRET_C'),
    },
    captchaSecret: secret('CAPTCHA_SECRET'),
    storageAccessKey: setting('OBJECT_STORE_ACCESS_KEY') ?? 'sandbox',
    storageSecretKey: secret('OBJECT_STORE_SECRET_KEY'),
    idpPassword: secret('IDP_PASSWORD'),
    idpApiKey: secret('IDP_API_KEY'),
    idpClientSecret: secret('IDP_CLIENT_SECRET'),
    smsToken: secret('SMS_TOKEN'),
    pushClientEmail: secret('PUSH_CLIENT_EMAIL', () => 'push@sandbox.test'),
    pushPublicKey: secret('PUSH_PRIVATE_KEY', newPrivateKey),
  }
}

const newPrivateKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey

function keptSecrets(path: string): Readonly<Record<string, string>> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return {}
  }
  const fields = Object.entries(z.record(z.string(), z.unknown()).parse(JSON.parse(text)))
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))
}

/** Reads a setting from the environment, or from the file that `<NAME>_FILE` names. */
function setting(name: string): string | undefined {
  const file = env[`${name}_FILE`]
  return env[name] ?? (file === undefined ? undefined : readFileSync(file, 'utf8').trim())
}

function wholeNumber(name: string, otherwise: number): number {
  return z.coerce
    .number()
    .int()
    .nonnegative()
    .parse(env[name] ?? otherwise)
}

await main()
