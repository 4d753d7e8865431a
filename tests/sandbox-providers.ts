import { generateKeyPairSync } from 'node:crypto'
import { environmentOf } from '../sandbox/environment.ts'

/** All providers that need RSA share one key pair, since generating more takes time. */
const keyPair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** The options of the emulators. */
export const sandboxSecrets = {
  custodyKey: keyPair.privateKey,
  pushPublicKey: keyPair.publicKey,
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

/** The operators in the sandbox's settings; a test that needs them creates them. */
export const sandboxOperators = ['operator@sandbox.test', 'second@sandbox.test'].map((email) => ({
  email,
  password: 'a long enough password',
}))

type At = Readonly<{ url: string; smtpUrl: string }>

/** The settings of a service that uses this sandbox for every provider. */
export const settingsAt = ({ url, smtpUrl }: At): Readonly<Record<string, string>> => ({
  ...environmentOf({ url, smtpUrl, secrets: sandboxSecrets, operators: [] }),
  CUSTODY_DEFAULT_ADDRESSES: '0xdefa017000000000000000000000000000000000',
  PUSH_PRIVATE_KEY: keyPair.privateKey,
  // Tests of market prices switch this on; others set their own prices.
  VENUE_PRICES: 'off',
})
