import { createPublicKey } from 'node:crypto'
import type { Operator, Secrets } from './emulator.ts'

type At = Readonly<{ url: string; smtpUrl: string }>

type Known = At & Readonly<{ secrets: Secrets; operators: readonly Operator[] }>

type Environment = Readonly<Record<string, string>>

/**
 * Returns the settings with which a node of the service uses this sandbox for every provider, by
 * the names of environment variables. They contain secrets.
 */
export function environmentOf({ secrets, operators, ...at }: Known): Environment {
  const [operator] = operators
  return {
    ...(operator === undefined ? {} : { SANDBOX_OPERATOR_PASSWORD: operator.password }),
    ...coinProviders(at, secrets),
    ...rupiahProviders(at, secrets),
    ...identityProviders(at, secrets),
    ...messageProviders(at, secrets),
    OBJECT_STORE_BASE_URL: `${at.url}/s3`,
    OBJECT_STORE_BUCKET: 'tukar',
    OBJECT_STORE_ACCESS_KEY: secrets.storageAccessKey,
    OBJECT_STORE_SECRET_KEY: secrets.storageSecretKey,
  }
}

function coinProviders({ url }: At, secrets: Secrets): Environment {
  const socket = url.replace(/^http/, 'ws')
  return {
    CUSTODY_BASE_URL: `${url}/custody`,
    CUSTODY_JWKS_URL: `${url}/custody/.well-known/jwks.json`,
    CUSTODY_API_KEY: secrets.custodyApiKey,
    CUSTODY_API_PRIVATE_KEY: secrets.custodyKey,
    CUSTODY_WEBHOOK_PUBLIC_KEY: createPublicKey(secrets.custodyKey)
      .export({ type: 'spki', format: 'pem' })
      .toString(),
    CUSTODY_VAULT: '1',
    VENUE_BASE_URL: `${url}/venue`,
    VENUE_STREAM_URL: `${socket}/venue/ws`,
    VENUE_MARKET_STREAM_URL: `${socket}/venue/stream`,
    VENUE_API_KEY: secrets.venueApiKey,
    VENUE_API_SECRET: secrets.venueApiSecret,
    VENUE_WEBHOOK_SECRET: secrets.venueWebhookSecret,
  }
}

const rupiahProviders = ({ url }: At, secrets: Secrets): Environment => ({
  PAYX_BASE_URL: `${url}/payx`,
  PAYX_SECRET_KEY: secrets.payxSecretKey,
  PAYX_DEPOSIT_TOKEN: secrets.payxDepositToken,
  PAYX_WITHDRAWAL_TOKEN: secrets.payxWithdrawalToken,
  PAYD_BASE_URL: `${url}/payd`,
  PAYD_MERCHANT_CODE: secrets.paydMerchantCode,
  PAYD_API_KEY: secrets.paydApiKey,
  PAYD_SIGNATURE: secrets.paydSignature,
  PAYD_VA_BIN: secrets.paydVaBin,
  PAYD_DISBURSEMENT_USER_ID: secrets.paydDisbursementUserId,
  PAYD_DISBURSEMENT_EMAIL: secrets.paydDisbursementEmail,
  PAYD_DISBURSEMENT_SECRET: secrets.paydDisbursementSecret,
})

const identityProviders = ({ url }: At, secrets: Secrets): Environment => ({
  CAPTCHA_BASE_URL: `${url}/captcha`,
  CAPTCHA_SECRET: secrets.captchaSecret,
  CAPTCHA_HOSTS: 'sandbox.test',
  IDP_BASE_URL: `${url}/idp`,
  IDP_USERNAME: 'sandbox',
  IDP_PASSWORD: secrets.idpPassword,
  IDP_API_KEY: secrets.idpApiKey,
  IDP_REGISTRY_URL: `${url}/idp/registry`,
  IDP_TOKEN_URL: `${url}/idp/registry/token`,
  IDP_CLIENT_ID: 'sandbox',
  IDP_CLIENT_SECRET: secrets.idpClientSecret,
})

const messageProviders = ({ url, smtpUrl }: At, secrets: Secrets): Environment => ({
  REPORT_QUEUE_BASE_URL: `${url}/report-queue`,
  REPORT_QUEUE_TOKEN: secrets.reportQueueToken,
  REPORT_QUEUE_SECRET_A: secrets.reportQueueSecrets.A,
  REPORT_QUEUE_SECRET_B: secrets.reportQueueSecrets.B,
  REPORT_QUEUE_SECRET_C: secrets.reportQueueSecrets.C,
  SMS_BASE_URL: `${url}/sms`,
  SMS_ACCOUNT: 'AC00000000000000000000000000000000',
  SMS_TOKEN: secrets.smsToken,
  SMS_FROM: 'Tukar',
  MAIL_URL: smtpUrl,
  MAIL_FROM: 'Tukar <no-reply@sandbox.test>',
  MAIL_REPLY_TO: 'support@sandbox.test',
  PUSH_BASE_URL: `${url}/push`,
  PUSH_TOKEN_URL: `${url}/push/token`,
  PUSH_PROJECT_ID: 'sandbox',
  PUSH_CLIENT_EMAIL: secrets.pushClientEmail,
  // A sandbox that has only the public half cannot supply it.
  ...(secrets.pushPublicKey.includes('PRIVATE KEY')
    ? { PUSH_PRIVATE_KEY: secrets.pushPublicKey }
    : {}),
})
