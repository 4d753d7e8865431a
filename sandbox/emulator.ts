import type { FastifyInstance } from 'fastify'
import type { Callbacks } from './callbacks.ts'
import type { Dial } from './faults.ts'
import type { Messages } from './messages.ts'
import type { Refused } from './refused.ts'
import type { Schedule } from './schedule.ts'

/** Secrets shared by the service and its providers. */
export type Secrets = Readonly<{
  custodyApiKey: string
  /** PEM of the key that signs both requests to custody and its webhooks. */
  custodyKey: string
  venueApiKey: string
  venueApiSecret: string
  venueWebhookSecret: string
  payxSecretKey: string
  payxDepositToken: string
  payxWithdrawalToken: string
  paydMerchantCode: string
  paydApiKey: string
  /** How payments and callbacks are signed. */
  paydSignature: 'md5' | 'hmac-sha256'
  /** Prefix of the merchant's fixed virtual account numbers. */
  paydVaBin: string
  paydDisbursementUserId: string
  paydDisbursementEmail: string
  paydDisbursementSecret: string
  reportQueueToken: string
  reportQueueSecrets: Readonly<{ A: string; B: string; C: string }>
  captchaSecret: string
  storageAccessKey: string
  storageSecretKey: string
  idpPassword: string
  idpApiKey: string
  idpClientSecret: string
  smsToken: string
  pushClientEmail: string
  /** PEM of the service account's public key; a private key works too, its public half is used. */
  pushPublicKey: string
}>

/** An operator of the service beside a sandbox, for demos that show operators' work. */
export type Operator = Readonly<{ email: string; password: string }>

/** The dependencies of an emulator. */
export type Frame = Readonly<{
  secrets: Secrets
  clock: Schedule
  dial: Dial
  callbacks: Callbacks
  messages: Messages
}>

export type Failure = Readonly<{ body: unknown; headers?: Readonly<Record<string, string>> }>

/** One provider. A new one is a folder that exports a function from Frame to Emulator. */
export type Emulator = Readonly<{
  /** Its name in the fault dial and in the list of callbacks. */
  name: string
  /** The path prefix of its own API. */
  root: string
  /** Mounts the provider's wire protocol; paths are below `root`. */
  mount: (api: FastifyInstance) => void
  /** Mounts its part of the control API; paths are below `/control`. */
  control: (api: FastifyInstance) => void
  /** Formats an error in the provider's own shape. */
  failure: (status: number, message: string, code?: string, details?: Refused['details']) => Failure
  /** Its part of `GET /control/state`. */
  state: () => Readonly<Record<string, unknown>>
  reset: () => void
}>
