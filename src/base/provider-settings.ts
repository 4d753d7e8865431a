/** The settings of each provider, and the defaults with emulators. */
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { readJwksUrl, withoutVersion } from './custody-address.ts'
import { type ProviderName, providerOf } from './provider-addresses.ts'
import { isNetwork, privateKeyPem, publicKeyPem, type Settings } from './settings.ts'

export type ProviderSettings = Readonly<{
  custody: Readonly<{
    baseUrl: string
    apiKey: string
    /** PEM of the key that signs our requests. */
    apiPrivateKey: string
    /** PEM of the keys that sign the older webhook; more than one during a key change. */
    webhookKeys: readonly string[]
    jwksUrl: string
    /** The vault account that withdrawals leave from, and whose addresses tagged coins share. */
    vault: string
    /** Our own collection addresses: deposits to them belong to no user. */
    defaultAddresses: readonly string[]
  }>
  venue: Readonly<{
    baseUrl: string
    /** Streams of account and market; if null, callbacks and polling replace them. */
    streamUrl: string | null
    marketStreamUrl: string | null
    apiKey: string
    apiSecret: string
    /** Signs the venue's callbacks. */
    webhookSecret: string
    prices: boolean
  }>
  payx: Readonly<{
    baseUrl: string
    secretKey: string
    depositToken: string
    withdrawalToken: string
    /** Tokens that are valid beside the first ones during a token change. */
    secondDepositToken: string | null
    secondWithdrawalToken: string | null
    /** Addresses and networks of its callbacks; if empty, any. */
    callbackSources: readonly string[]
  }>
  payd: Readonly<{
    baseUrl: string
    merchantCode: string
    apiKey: string
    /** How its payment calls and callbacks are signed; exactly one of the two is accepted. */
    signature: 'md5' | 'hmac-sha256'
    /** Prefix of our users' fixed virtual account numbers. */
    vaBin: string
    /** Addresses and networks of its callbacks; if empty, any. */
    callbackSources: readonly string[]
    /** Disbursement has an account of its own at payd. */
    disbursement: Readonly<{ userId: string; email: string; secret: string }>
  }>
  reportQueue: Readonly<{
    baseUrl: string
    token: string
    secrets: Readonly<{ A: string; B: string; C: string }>
  }>
  mail: Readonly<{ url: string; from: string }>
  captcha: Readonly<{ baseUrl: string; secret: string }>
  idp: Readonly<{
    /** Reads identity cards and compares faces. */
    baseUrl: string
    username: string
    password: string
    apiKey: string
    /** Registers people. */
    registryUrl: string
    tokenUrl: string
    clientId: string
    clientSecret: string
  }>
  sms: Readonly<{ baseUrl: string; account: string; token: string; from: string }>
  push: Readonly<{
    baseUrl: string
    tokenUrl: string
    projectId: string
    clientEmail: string
    privateKey: string
  }>
  objectStore: Readonly<{
    /** If null, a folder of the data directory is used. */
    baseUrl: string | null
    bucket: string
    region: string
    accessKey: string
    secretKey: string
  }>
}>

const madeSecret = (): string => randomBytes(24).toString('base64url')
const madeKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey

/** Generators of each secret, for the emulators. */
export const sandboxSecrets = {
  CUSTODY_API_KEY: madeSecret,
  CUSTODY_API_PRIVATE_KEY: madeKey,
  VENUE_API_KEY: madeSecret,
  VENUE_API_SECRET: madeSecret,
  VENUE_WEBHOOK_SECRET: madeSecret,
  PAYX_SECRET_KEY: madeSecret,
  PAYX_DEPOSIT_TOKEN: madeSecret,
  PAYX_WITHDRAWAL_TOKEN: madeSecret,
  PAYD_API_KEY: madeSecret,
  PAYD_DISBURSEMENT_SECRET: madeSecret,
  REPORT_QUEUE_TOKEN: madeSecret,
  REPORT_QUEUE_SECRET_A: madeSecret,
  REPORT_QUEUE_SECRET_B: madeSecret,
  REPORT_QUEUE_SECRET_C: madeSecret,
  CAPTCHA_SECRET: madeSecret,
  IDP_PASSWORD: madeSecret,
  IDP_API_KEY: madeSecret,
  IDP_CLIENT_SECRET: madeSecret,
  SMS_TOKEN: madeSecret,
  OBJECT_STORE_SECRET_KEY: madeSecret,
  SANDBOX_OPERATOR_PASSWORD: madeSecret,
  PUSH_CLIENT_EMAIL: () => 'push@sandbox.test',
  PUSH_PRIVATE_KEY: madeKey,
}

type ProviderSecret = keyof typeof sandboxSecrets

export type ReadFrom = Readonly<{
  settings: Settings
  secret: (name: ProviderSecret) => string
  /** The addresses of the service's own emulators. */
  emulators: Readonly<{ url: string; smtpUrl: string }>
  /** The providers that they replace. */
  emulated: readonly ProviderName[]
}>

/** Returns the own emulators' addresses if the setting's provider is emulated, else null. */
function emulatorOf({ emulators, emulated }: ReadFrom, name: string): ReadFrom['emulators'] | null {
  const provider = providerOf(name)
  return provider !== null && emulated.includes(provider) ? emulators : null
}

export function readProviders(from: ReadFrom): ProviderSettings {
  const { secret } = from
  return {
    custody: readCustody(from),
    venue: readVenue(from),
    payx: readPayx(from),
    payd: readPayd(from),
    reportQueue: {
      baseUrl: addressOf(from, 'REPORT_QUEUE_BASE_URL', '/report-queue'),
      token: secret('REPORT_QUEUE_TOKEN'),
      secrets: {
        A: secret('REPORT_QUEUE_SECRET_A'),
        B: secret('REPORT_QUEUE_SECRET_B'),
        C: secret('REPORT_QUEUE_SECRET_C'),
      },
    },
    mail: {
      url:
        emulatorOf(from, 'MAIL_URL')?.smtpUrl ??
        from.settings.url('MAIL_URL', ['smtp:', 'smtps:']) ??
        '',
      from: named(from, 'MAIL_FROM', 'Tukar <no-reply@sandbox.test>'),
    },
    captcha: {
      baseUrl: addressOf(from, 'CAPTCHA_BASE_URL', '/captcha'),
      secret: secret('CAPTCHA_SECRET'),
    },
    idp: {
      baseUrl: addressOf(from, 'IDP_BASE_URL', '/idp'),
      username: named(from, 'IDP_USERNAME', 'sandbox'),
      password: secret('IDP_PASSWORD'),
      apiKey: secret('IDP_API_KEY'),
      registryUrl: addressOf(from, 'IDP_REGISTRY_URL', '/idp/registry'),
      tokenUrl: addressOf(from, 'IDP_TOKEN_URL', '/idp/registry/token'),
      clientId: named(from, 'IDP_CLIENT_ID', 'sandbox'),
      clientSecret: secret('IDP_CLIENT_SECRET'),
    },
    sms: {
      baseUrl: addressOf(from, 'SMS_BASE_URL', '/sms'),
      account: named(from, 'SMS_ACCOUNT', 'AC00000000000000000000000000000000'),
      token: secret('SMS_TOKEN'),
      from: named(from, 'SMS_FROM', 'Tukar'),
    },
    push: readPush(from),
    objectStore: readObjectStore(from),
  }
}

export const web = ['http:', 'https:']

function addressOf(from: ReadFrom, name: string, inSandbox: string): string {
  const emulator = emulatorOf(from, name)
  return emulator === null ? (from.settings.url(name, web) ?? '') : `${emulator.url}${inSandbox}`
}

/** Reads a setting of which emulators accept any value and providers only the right one. */
function named(from: ReadFrom, name: string, inSandbox: string): string {
  const given = from.settings.text(name)
  const isNeeded = given === null && emulatorOf(from, name) === null
  if (isNeeded) from.settings.refuse(name, 'is missing', 'set it')
  return given ?? inSandbox
}

function readCustody(from: ReadFrom): ProviderSettings['custody'] {
  const { settings, secret } = from
  const baseUrl = withoutVersion(addressOf(from, 'CUSTODY_BASE_URL', '/custody'))
  const apiPrivateKey = readPrivateKey(from, 'CUSTODY_API_PRIVATE_KEY')
  return {
    baseUrl,
    apiKey: secret('CUSTODY_API_KEY'),
    apiPrivateKey,
    webhookKeys: readWebhookKeys(from, apiPrivateKey),
    jwksUrl: readJwksUrl(settings, baseUrl),
    vault: named(from, 'CUSTODY_VAULT', '1'),
    defaultAddresses: settings.list(
      'CUSTODY_DEFAULT_ADDRESSES',
      (item) => /^[\x21-\x7e]{4,200}$/.test(item),
      'list addresses with commas between',
    ),
  }
}

function readVenue(from: ReadFrom): ProviderSettings['venue'] {
  const { settings, secret } = from
  const emulator = emulatorOf(from, 'VENUE_BASE_URL')
  const socketAt = (name: string, path: string) =>
    settings.url(name, ['ws:', 'wss:']) ??
    (emulator === null ? null : `${emulator.url.replace(/^http/, 'ws')}/venue/${path}`)
  return {
    baseUrl: addressOf(from, 'VENUE_BASE_URL', '/venue'),
    streamUrl: socketAt('VENUE_STREAM_URL', 'ws'),
    marketStreamUrl: socketAt('VENUE_MARKET_STREAM_URL', 'stream'),
    apiKey: secret('VENUE_API_KEY'),
    apiSecret: secret('VENUE_API_SECRET'),
    webhookSecret: secret('VENUE_WEBHOOK_SECRET'),
    prices: settings.choice('VENUE_PRICES', ['on', 'off'], 'on') === 'on',
  }
}

/** The emulator signs its webhooks with the private key that both sides already hold. */
function readWebhookKeys(from: ReadFrom, sandboxKey: string) {
  const { settings } = from
  const isEmulated = emulatorOf(from, 'CUSTODY_BASE_URL') !== null
  const given = settings.text('CUSTODY_WEBHOOK_PUBLIC_KEY')
  const pem = given === null ? null : publicKeyPem(given)
  if (given !== null && pem === null) {
    const mend = 'set it to the PEM that custody publishes for your environment'
    settings.refuse('CUSTODY_WEBHOOK_PUBLIC_KEY', 'is no RSA public key in PEM', mend)
  }
  if (given === null && !isEmulated) {
    settings.refuse('CUSTODY_WEBHOOK_PUBLIC_KEY', 'is missing', 'set it')
  }
  const own = isEmulated && sandboxKey !== '' ? [publicHalf(sandboxKey)] : []
  return [...(pem === null ? [] : [pem]), ...own]
}

const publicHalf = (pem: string): string =>
  createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()

/**
 * Without an address objects are kept in a folder, also in production. The default keys work with
 * the emulator, so that setting its address is enough.
 */
function readObjectStore(from: ReadFrom): ProviderSettings['objectStore'] {
  const { settings, secret } = from
  const emulator = emulatorOf(from, 'OBJECT_STORE_BASE_URL')
  const inSandbox = emulator === null ? null : `${emulator.url}/s3`
  const baseUrl = settings.url('OBJECT_STORE_BASE_URL', web) ?? inSandbox
  const asked = baseUrl !== null
  return {
    baseUrl,
    bucket: asked ? named(from, 'OBJECT_STORE_BUCKET', 'tukar') : '',
    region: settings.text('OBJECT_STORE_REGION') ?? 'us-east-1',
    accessKey: asked ? named(from, 'OBJECT_STORE_ACCESS_KEY', 'sandbox') : '',
    secretKey: asked ? secret('OBJECT_STORE_SECRET_KEY') : '',
  }
}

function readPayx(from: ReadFrom): ProviderSettings['payx'] {
  const [depositToken, secondDepositToken] = readTokens(from, 'PAYX_DEPOSIT_TOKEN')
  const [withdrawalToken, secondWithdrawalToken] = readTokens(from, 'PAYX_WITHDRAWAL_TOKEN')
  return {
    baseUrl: addressOf(from, 'PAYX_BASE_URL', '/payx'),
    secretKey: from.secret('PAYX_SECRET_KEY'),
    depositToken,
    withdrawalToken,
    secondDepositToken,
    secondWithdrawalToken,
    callbackSources: readSources(from, 'PAYX_CALLBACK_SOURCES', 'payx'),
  }
}

/** Reads one token, or two different ones separated by a comma. */
function readTokens(
  { settings, secret }: ReadFrom,
  name: 'PAYX_DEPOSIT_TOKEN' | 'PAYX_WITHDRAWAL_TOKEN',
): readonly [string, string | null] {
  const [first = '', second, ...more] = secret(name)
    .split(',')
    .map((token) => token.trim())
  if (second === undefined) return [first, null]
  if (more.length > 0 || first === second || first === '' || second === '') {
    const mend = 'list the old and the new token with a comma between'
    settings.refuse(name, 'is neither one token nor two different ones', mend)
  }
  return [first, second]
}

const readSources = ({ settings }: ReadFrom, name: string, provider: string) =>
  settings.list(
    name,
    isNetwork,
    `list addresses or networks of ${provider}, as 203.0.113.0/28, with commas between`,
  )

function readPayd(from: ReadFrom): ProviderSettings['payd'] {
  const { settings, secret } = from
  const vaBin = named(from, 'PAYD_VA_BIN', '868005')
  if (!/^(?:[0-9]{4,8})?$/.test(vaBin)) {
    settings.refuse('PAYD_VA_BIN', 'is no prefix of 4 to 8 digits', 'set it as payd assigned it')
  }
  const userId = named(from, 'PAYD_DISBURSEMENT_USER_ID', '3551')
  if (!/^(?:[1-9][0-9]{0,14})?$/.test(userId)) {
    settings.refuse('PAYD_DISBURSEMENT_USER_ID', 'is no number', 'set it as payd assigned it')
  }
  return {
    baseUrl: addressOf(from, 'PAYD_BASE_URL', '/payd'),
    merchantCode: named(from, 'PAYD_MERCHANT_CODE', 'D0001'),
    apiKey: secret('PAYD_API_KEY'),
    signature: settings.choice('PAYD_SIGNATURE', ['md5', 'hmac-sha256'], 'md5'),
    vaBin,
    callbackSources: readSources(from, 'PAYD_CALLBACK_SOURCES', 'payd'),
    disbursement: {
      userId,
      email: named(from, 'PAYD_DISBURSEMENT_EMAIL', 'finance@sandbox.test'),
      secret: secret('PAYD_DISBURSEMENT_SECRET'),
    },
  }
}

function readPush(from: ReadFrom): ProviderSettings['push'] {
  const { settings, secret } = from
  const emulator = emulatorOf(from, 'PUSH_BASE_URL')
  const inSandbox = emulator === null ? null : `${emulator.url}/push/token`
  const google = 'https://oauth2.googleapis.com/token'
  return {
    baseUrl: addressOf(from, 'PUSH_BASE_URL', '/push'),
    tokenUrl: settings.url('PUSH_TOKEN_URL', web) ?? inSandbox ?? google,
    projectId: named(from, 'PUSH_PROJECT_ID', 'sandbox'),
    clientEmail: secret('PUSH_CLIENT_EMAIL'),
    privateKey: readPrivateKey(from, 'PUSH_PRIVATE_KEY'),
  }
}

function readPrivateKey({ settings, secret }: ReadFrom, name: ProviderSecret): string {
  const text = secret(name)
  const pem = privateKeyPem(text)
  if (pem === null && text !== '') {
    settings.refuse(name, 'is no RSA private key in PEM', 'set it to the key of the API account')
  }
  return pem ?? ''
}
