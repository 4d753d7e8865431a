import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Callbacks } from './callbacks.ts'
import type { Changes } from './changes.ts'
import type { Dial } from './faults.ts'
import type { Messages } from './messages.ts'
import type { Refused } from './refused.ts'
import type { Saved } from './saved.ts'
import type { Schedule } from './schedule.ts'

/** Secrets shared by the service and its providers. */
export const Secrets = z.object({
  custodyApiKey: z.string(),
  /** PEM of the key that signs both requests to custody and its webhooks. */
  custodyKey: z.string(),
  venueApiKey: z.string(),
  venueApiSecret: z.string(),
  venueWebhookSecret: z.string(),
  payxSecretKey: z.string(),
  payxDepositToken: z.string(),
  payxWithdrawalToken: z.string(),
  paydMerchantCode: z.string(),
  paydApiKey: z.string(),
  /** How payments and callbacks are signed. */
  paydSignature: z.enum(['md5', 'hmac-sha256']),
  /** Prefix of the merchant's fixed virtual account numbers. */
  paydVaBin: z.string(),
  paydDisbursementUserId: z.string(),
  paydDisbursementEmail: z.string(),
  paydDisbursementSecret: z.string(),
  reportQueueToken: z.string(),
  reportQueueSecrets: z.object({ A: z.string(), B: z.string(), C: z.string() }),
  captchaSecret: z.string(),
  storageAccessKey: z.string(),
  storageSecretKey: z.string(),
  idpPassword: z.string(),
  idpApiKey: z.string(),
  idpClientSecret: z.string(),
  smsToken: z.string(),
  pushClientEmail: z.string(),
  /** PEM of the service account's public key; a private key works too, its public half is used. */
  pushPublicKey: z.string(),
})

export type Secrets = Readonly<z.output<typeof Secrets>>

/** An operator of the service beside a sandbox, for demos that show operators' work. */
export const Operator = z.object({ email: z.string(), password: z.string() })

export type Operator = Readonly<z.output<typeof Operator>>

/** The dependencies of an emulator. */
export type Frame = Readonly<{
  secrets: Secrets
  clock: Schedule
  dial: Dial
  callbacks: Callbacks
  messages: Messages
  changes: Changes
  saved: Saved
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
