import type { FastifyInstance } from 'fastify'
import type { Callbacks } from './callbacks.ts'
import type { Dial } from './faults.ts'
import type { Messages } from './messages.ts'
import type { Refused } from './refused.ts'
import type { Schedule } from './schedule.ts'

/** What the service and its providers have in common: both sides hold these. */
export type Secrets = Readonly<{
  custodyApiKey: string
  /** PEM: requests to custody are signed with it, and so are its webhooks. */
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
  /** What the fixed numbers of the merchant begin with. */
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
  /** PEM of the service account's public key; its private key will do, the public half is used. */
  pushPublicKey: string
}>

/** Who runs the service beside a sandbox, for demos that show what operators do. */
export type Operator = Readonly<{ email: string; password: string }>

/** What an emulator is given to work with. */
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
  /** The path all of its own API lives under. */
  root: string
  /** The provider's wire protocol; paths are below `root`. */
  mount: (api: FastifyInstance) => void
  /** Its part of the control API; paths are below `/control`. */
  control: (api: FastifyInstance) => void
  /** An error in the provider's own shape. */
  failure: (status: number, message: string, code?: string, details?: Refused['details']) => Failure
  /** Its share of `GET /control/state`. */
  state: () => Readonly<Record<string, unknown>>
  reset: () => void
}>
