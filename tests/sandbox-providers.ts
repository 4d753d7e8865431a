import { generateKeyPairSync } from 'node:crypto'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { ProviderSettings } from '../src/platform/config/providers.ts'

/** One pair serves every provider that wants RSA: making more would only take time. */
const keyPair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const secrets = {
  custodyApiKey: 'test-custody-api-key-00000000',
  venueApiKey: 'test-venue-api-key-000000000',
  venueApiSecret: 'test-venue-api-secret-00000',
  venueWebhookSecret: 'test-venue-webhook-secret-0',
  payxSecretKey: 'test-payx-secret-key-000000',
  payxDepositToken: 'test-payx-deposit-token-0000',
  payxWithdrawalToken: 'test-payx-withdrawal-token-0',
  paydMerchantCode: 'D0001',
  paydApiKey: 'test-payd-api-key-0000000000',
  paydSignature: 'md5' as const,
  paydVaBin: '868005',
  paydDisbursementUserId: '3551',
  paydDisbursementEmail: 'finance@tukar.test',
  paydDisbursementSecret: 'test-payd-disbursement-secret',
  reportQueueToken: 'test-report-queue-token-0000',
  reportQueueSecrets: {
    A: 'test-report-queue-secret-a',
    B: 'test-report-queue-secret-b',
    C: 'test-report-queue-secret-c',
  },
  captchaSecret: 'test-captcha-secret-00000000',
  storageAccessKey: 'test-storage-key',
  storageSecretKey: 'test-storage-secret-00000000',
  idpPassword: 'test-idp-password-0000000000',
  idpApiKey: 'test-idp-api-key-00000000000',
  idpClientSecret: 'test-idp-client-secret-00000',
  smsToken: 'test-sms-token-0000000000000',
  pushClientEmail: 'push@sandbox.test',
}

/** The operators that the sandbox names; a test that needs them makes them. */
export const sandboxOperators = ['operator@sandbox.test', 'second@sandbox.test'].map((email) => ({
  email,
  password: 'a long enough password',
}))

/** The options of the emulators. */
export const sandboxSecrets = {
  ...secrets,
  custodyKey: keyPair.privateKey,
  pushPublicKey: keyPair.publicKey,
}

type At = Pick<Sandbox, 'url' | 'smtpUrl'>

/** The service's side of the same: every provider is the sandbox. */
export const providersAt = (sandbox: At): ProviderSettings => ({
  ...moneyProviders(sandbox),
  ...otherProviders(sandbox),
})

const moneyProviders = (
  sandbox: At,
): Pick<ProviderSettings, 'custody' | 'venue' | 'payx' | 'payd'> => ({
  custody: {
    baseUrl: `${sandbox.url}/custody`,
    apiKey: secrets.custodyApiKey,
    apiPrivateKey: keyPair.privateKey,
    webhookKeys: [keyPair.publicKey],
    jwksUrl: `${sandbox.url}/custody/.well-known/jwks.json`,
    vault: '1',
    defaultAddresses: ['0xdefa017000000000000000000000000000000000'],
  },
  venue: {
    baseUrl: `${sandbox.url}/venue`,
    streamUrl: `${sandbox.url.replace(/^http/, 'ws')}/venue/ws`,
    marketStreamUrl: `${sandbox.url.replace(/^http/, 'ws')}/venue/stream`,
    apiKey: secrets.venueApiKey,
    apiSecret: secrets.venueApiSecret,
    webhookSecret: secrets.venueWebhookSecret,
    secondWebhookSecret: null,
    // Tests of market prices request them: others set their own.
    prices: false,
  },
  payx: {
    baseUrl: `${sandbox.url}/payx`,
    secretKey: secrets.payxSecretKey,
    depositToken: secrets.payxDepositToken,
    withdrawalToken: secrets.payxWithdrawalToken,
    secondDepositToken: null,
    secondWithdrawalToken: null,
    callbackSources: [],
  },
  payd: {
    baseUrl: `${sandbox.url}/payd`,
    merchantCode: secrets.paydMerchantCode,
    apiKey: secrets.paydApiKey,
    secondApiKey: null,
    signature: secrets.paydSignature,
    vaBin: secrets.paydVaBin,
    callbackSources: [],
    disbursement: {
      userId: secrets.paydDisbursementUserId,
      email: secrets.paydDisbursementEmail,
      secret: secrets.paydDisbursementSecret,
    },
  },
})

const otherProviders = (
  sandbox: At,
): Omit<ProviderSettings, 'custody' | 'venue' | 'payx' | 'payd'> => ({
  reportQueue: {
    baseUrl: `${sandbox.url}/report-queue`,
    token: secrets.reportQueueToken,
    secrets: secrets.reportQueueSecrets,
    second: { token: null, A: null, B: null, C: null },
  },
  captcha: { baseUrl: `${sandbox.url}/captcha`, secret: secrets.captchaSecret },
  objectStore: {
    baseUrl: `${sandbox.url}/s3`,
    bucket: 'test-bucket',
    region: 'us-east-1',
    accessKey: secrets.storageAccessKey,
    secretKey: secrets.storageSecretKey,
  },
  idp: {
    baseUrl: `${sandbox.url}/idp`,
    username: 'tukar',
    password: secrets.idpPassword,
    apiKey: secrets.idpApiKey,
    registryUrl: `${sandbox.url}/idp/registry`,
    tokenUrl: `${sandbox.url}/idp/registry/token`,
    clientId: 'tukar',
    clientSecret: secrets.idpClientSecret,
  },
  sms: {
    baseUrl: `${sandbox.url}/sms`,
    account: 'AC0123456789abcdef0123456789abcdef',
    token: secrets.smsToken,
    from: 'Tukar',
  },
  mail: { url: sandbox.smtpUrl, from: 'Tukar <no-reply@tukar.test>' },
  push: {
    baseUrl: `${sandbox.url}/push`,
    tokenUrl: `${sandbox.url}/push/token`,
    projectId: 'sandbox',
    clientEmail: secrets.pushClientEmail,
    privateKey: keyPair.privateKey,
  },
})
