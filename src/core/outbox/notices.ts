import { z } from 'zod'
import { operatorId, userId } from '../../base/values/ids.ts'
import { listedKinds, listingStates } from '../reference/listing.rules.ts'
import { jobLimits } from './job-limits.ts'

/*
 * All notifications; each is delivered once per key. Amounts are decimal strings as in the API.
 * These are schemas because notices are stored in jobs and parsed again when sent.
 */

const user = z.int().positive().transform(userId)
/** Room for two names given by a provider, of 100 characters each, at up to two UTF-16 units. */
const key = z.string().min(1).max(600)
const facts = z.record(z.string(), z.string())

const moneyEvents = [
  'deposit-completed',
  'deposit-rejected',
  'withdrawal-accepted',
  'withdrawal-completed',
  'withdrawal-failed',
  'withdrawal-reversed',
  'order-filled',
  'order-canceled',
  'order-expired',
] as const

/**
 * A money event of a user: becomes an in-app message, a mail, a push to each of the user's devices
 * and an alert to operators; and, if `report` names a kind, a report to the regulator (A: virtual
 * account deposit, B: QRIS deposit, C: withdrawal).
 */
export const UserNotice = z.object({
  to: z.literal('user'),
  kind: z.enum(moneyEvents),
  key,
  user,
  report: z.enum(['A', 'B', 'C']).nullable(),
  data: z.object({
    symbol: z.string(),
    amount: z.string(),
    fee: z.string(),
    /** The amount that arrives: in the balance, or at a withdrawal's destination. */
    credited: z.string(),
    reference: z.string(),
    /** A withdrawal's destination in words its owner recognizes; an order's pair. */
    destination: z.string().optional(),
  }),
})

/** Becomes an entry in the operators' list of alerts. */
export const OperatorNotice = z.object({
  to: z.literal('operator'),
  kind: z.enum([
    ...moneyEvents,
    'deposit-in-suspense',
    'deposit-conflict',
    'deposit-contradicted',
    'deposit-of-unknown-asset',
    'treasury-transfer',
    'transfer-unclear',
    'order-in-doubt',
    'order-cost-more',
    'commission-unbooked',
    'order-undecided',
    'unmatched-trade',
    'unmatched-order',
    'venue-account-refused',
    'venue-funds-low',
    'withdrawal-to-approve',
    'withdrawal-contradicted',
    'withdrawal-undecided',
    'withdrawal-refused',
    'withdrawal-unknown',
    'analytics-check',
    'deposit-unreadable-amount',
    'provider-status-unknown',
    'fee-exceeds-deposit',
    'payment-not-confirmed',
    'payment-refunded',
    'cash-deposit-to-decide',
    'large-deposit-credited',
    'ledger-breach',
    'pair-differs-from-venue',
    'listing-applied',
    'break',
    'withdrawals-stopped',
    'commits-lost',
    'supply-cap-near',
    'event-parked',
    'report-failed',
    'callback-missed',
    'email-verified',
    'inquiry-received',
    'operator-guessed',
    'operator-password-guessed',
    'operator-changed',
    'guarded-change-proposed',
    'guarded-change-agreed',
    'guarded-change-effective',
    'guarded-change-withdrawn',
    'guarded-change-superseded',
    'guarded-change-expired',
    'guarded-change-void',
    'identity-card-refused',
    'identity-duplicate',
    'identity-undecided',
    'otp-budget-spent',
    'otp-budget-used',
    'places-budget-spent',
    'job-failing',
    'custody-keys-unavailable',
    'event-undelivered',
    'subscription-paused',
  ]),
  key,
  severity: z.enum(['info', 'warning', 'critical']),
  subject: z.string(),
  data: facts,
})

/** Alerts that are also mailed to every admin. */
export const mailedAlerts: ReadonlySet<OperatorNotice['kind']> = new Set([
  'commits-lost',
  'large-deposit-credited',
  'guarded-change-proposed',
  'guarded-change-agreed',
  'guarded-change-effective',
  'guarded-change-withdrawn',
  'guarded-change-superseded',
  'guarded-change-expired',
  'guarded-change-void',
])

/** An alert's mail to one operator. */
export const AlertMail = z.object({
  alert: OperatorNotice,
  operator: z.int().positive().transform(operatorId),
})

/** A change of an account's factors that its owner can undo with a mailed link. */
export const UndoableChange = z.discriminatedUnion('what', [
  z.object({ what: z.literal('authenticator') }),
  z.object({ what: z.literal('api-key'), id: z.int().positive() }),
  z.object({ what: z.literal('recovery'), id: z.int().positive() }),
])
export type UndoableChange = z.output<typeof UndoableChange>

/** A mail about the account itself. Its link, if any, is created when it is sent. */
export const AccountMail = z.object({
  to: z.literal('mail'),
  kind: z.enum([
    'verify-email',
    'already-registered',
    'session-revoked',
    'reset-password',
    'password-changed',
    'password-guessed',
    'password-leaked',
    'pin-changed',
    'pin-guessed',
    'lock-lowered',
    'bank-account-changed',
    'saved-address-changed',
    'twofa-bound',
    'recovery-codes-made',
    'recovery-code-used',
    'twofa-provisional',
    'twofa-unbound',
    'twofa-guessed',
    'withdrawals-locked',
    'account-suspended',
    'account-suspended-by-operator',
    'account-restored',
    'api-key-created',
    'api-key-changed',
    'api-key-deleted',
    'phone-bound',
  ]),
  key,
  user,
  /** The change that the mail's link undoes. */
  undo: UndoableChange.optional(),
})

/** A notice about the account that also appears in the app: a message, a push and a mail. */
export const AccountNotice = z.object({
  to: z.literal('account'),
  kind: z.enum([
    'identity-verified',
    'identity-failed',
    'recovery-proposed',
    'recovery-agreed',
    'recovery-done',
    'certification-due',
    'certification-missing',
    'tax-corrected',
  ]),
  key,
  user,
  /** From which day something applies, or of which day it is, as `yyyy-mm-dd`. */
  day: z.iso.date().optional(),
  /** What changed from one amount of rupiah to another, and the number of the change. */
  correction: z.object({ reference: z.string(), before: z.string(), after: z.string() }).optional(),
  /** The change that the mail's link undoes. */
  undo: UndoableChange.optional(),
})

/**
 * A device signed in to the account for the first time: an urgent mail with a link that ends the
 * session, an in-app message and a push.
 */
export const SignInNotice = z.object({
  to: z.literal('sign-in'),
  kind: z.literal('new-sign-in'),
  key,
  user,
  session: z.int().positive(),
  data: z.object({ device: z.string(), ip: z.string(), at: z.iso.datetime() }),
})

/**
 * The listing of a pair or an asset changes: becomes an in-app message, a mail and a push to each
 * holder.
 */
export const ListingNotice = z.object({
  to: z.literal('listing'),
  kind: z.literal('listing-changed'),
  key,
  user,
  data: z.object({
    kind: z.enum(listedKinds),
    name: z.string(),
    state: z.enum(listingStates),
    from: z.iso.datetime(),
  }),
})

/**
 * What a code of `email/otp-code` is made for. `general` is what the interface uses its mailed
 * codes for: creating an API key, and withdrawing.
 */
export const codeUses = ['general', 'api-key', 'authenticator'] as const
export type CodeUse = (typeof codeUses)[number]

/** A mail with a one-time code, which is sealed so that the stored job does not reveal it. */
export const CodeMail = z.object({
  to: z.literal('code-mail'),
  kind: z.enum(['email-otp', 'api-key-otp', 'authenticator-otp', 'withdraw-otp']),
  key,
  user,
  /** Room for the longest address beside the code. */
  sealed: z.string().max(2_000),
})

/**
 * A notice on its way to one device, named by the digest of its push token; by the time of a retry
 * the device may belong to another user.
 */
export const DevicePush = z.object({
  notice: z.discriminatedUnion('to', [UserNotice, AccountNotice, ListingNotice, SignInNotice]),
  digest: z.hash('sha256'),
})

/** Money events of one user and one kind that were announced together, as one mail. */
export const MergedMail = z.object({
  to: z.literal('user-merged'),
  key,
  user,
  notices: z.array(UserNotice).min(2).max(jobLimits.eventsPerMail),
})

export const Notice = z.discriminatedUnion('to', [
  UserNotice,
  OperatorNotice,
  AccountMail,
  AccountNotice,
  ListingNotice,
  SignInNotice,
  CodeMail,
])

/** A report for the report queue, under a key derived from its notice. */
export const RegulatorReport = z.object({
  kind: z.enum(['A', 'B', 'C']),
  key,
  data: facts,
})

export type UserNotice = z.output<typeof UserNotice>
export type OperatorNotice = z.output<typeof OperatorNotice>
export type RegulatorReport = z.output<typeof RegulatorReport>
export type DevicePush = z.output<typeof DevicePush>
export type AlertMail = z.input<typeof AlertMail>
export type AccountMail = z.output<typeof AccountMail>
export type AccountNotice = z.output<typeof AccountNotice>
export type ListingNotice = z.output<typeof ListingNotice>
export type SignInNotice = z.output<typeof SignInNotice>
export type CodeMail = z.output<typeof CodeMail>
export type MergedMail = z.output<typeof MergedMail>
export type Notice = z.output<typeof Notice>
