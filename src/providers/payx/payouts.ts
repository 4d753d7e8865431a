import { z } from 'zod'
import type { UserId } from '../../base/values/ids.ts'
import type { Money } from '../../base/values/money.ts'
import type { Answer } from '../outbound.ts'
import { type PayoutStage, payoutStage } from './payment-stages.ts'
import { invalidId, type PayxCall, sentId } from './payx-line.ts'
import { rupiah, rupiahOf } from './qr-codes.ts'

export type Payout = Readonly<{
  id: string
  /** Our own reference, and the metadata that we sent. */
  reference: string
  requestId: string | null
  userId: string | null
  amount: Money
  /** The provider's word. */
  status: string
  /** Null if the status is unknown, which means nothing. */
  stage: PayoutStage | null
  failureCode: string | null
}>

export type NewPayout = Readonly<{
  /** Our own: the reference, and the idempotency key under which it is paid out at most once. */
  requestId: string
  user: UserId
  channelCode: string
  accountHolder: string
  accountNumber: string
  amount: Money
}>

export type PayoutChannel = Readonly<{ code: string; minimum: Money; maximum: Money }>

export type Payouts = Readonly<{
  /**
   * Pays out whole rupiah. A repeat with the same request id returns the first result. Only the
   * codes of `definiteRefusals` mean that nothing is or will be paid out.
   */
  payOut: (payout: NewPayout) => Promise<Answer<Payout>>
  findPayout: (id: string) => Promise<Answer<Payout>>
  /** Returns every payout of our reference; the provider does not keep references unique. */
  findPayouts: (reference: string) => Promise<Answer<readonly Payout[]>>
  payoutChannels: () => Promise<Answer<readonly PayoutChannel[]>>
  /** Returns the balance available for payouts. */
  balance: () => Promise<Answer<Money>>
}>

/** A payout refused with one of these codes was never made. */
export const definiteRefusals: ReadonlySet<string> = new Set([
  'API_VALIDATION_ERROR',
  'CHANNEL_CODE_NOT_SUPPORTED',
  'RECIPIENT_ACCOUNT_NUMBER_ERROR',
  'MINIMUM_TRANSFER_LIMIT_ERROR',
  'MAXIMUM_TRANSFER_LIMIT_ERROR',
  'AMOUNT_INCREMENT_NOT_SUPPORTED',
])

const holderChars = 100

const PayoutObject = z
  .object({
    id: z.string().min(1).max(100),
    reference_id: z.string(),
    amount: rupiah,
    currency: z.literal('IDR'),
    status: z.string().min(1).max(60),
    failure_code: z.string().max(100).nullish(),
    metadata: z
      .object({ request_id: z.string().optional(), user_id: z.string().optional() })
      .nullish(),
  })
  .transform(
    (object): Payout => ({
      id: object.id,
      reference: object.reference_id,
      requestId: object.metadata?.request_id ?? null,
      userId: object.metadata?.user_id ?? null,
      amount: object.amount,
      status: object.status,
      stage: payoutStage(object.status),
      failureCode: object.failure_code ?? null,
    }),
  )

const Listed = z.array(PayoutObject).max(100)
/** Older accounts receive a list, newer ones a page that contains it. */
const PayoutList = z.union([Listed, z.object({ data: Listed }).transform(({ data }) => data)])

const ChannelList = z
  .array(
    z
      .object({
        channel_code: z.string().min(1),
        amount_limits: z.object({ minimum: rupiah, maximum: rupiah }),
      })
      .transform(({ channel_code: code, amount_limits: { minimum, maximum } }) => ({
        code,
        minimum,
        maximum,
      })),
  )
  .max(500)

export const payoutsOn = (ask: PayxCall): Payouts => ({
  payOut: (payout) =>
    ask({
      method: 'POST',
      path: ['v2', 'payouts'],
      headers: { 'idempotency-key': payout.requestId },
      json: {
        reference_id: payout.requestId,
        channel_code: payout.channelCode,
        channel_properties: {
          account_holder_name: Array.from(payout.accountHolder).slice(0, holderChars).join(''),
          account_number: payout.accountNumber,
        },
        amount: rupiahOf(payout.amount),
        currency: 'IDR',
        metadata: { request_id: payout.requestId, user_id: String(payout.user) },
      },
      answer: PayoutObject.refine(
        ({ reference }) => reference === payout.requestId,
        'the payout of another reference',
      ),
    }),
  findPayout: async (id) =>
    sentId.test(id)
      ? ask({
          method: 'GET',
          path: ['v2', 'payouts', id],
          answer: PayoutObject.refine((payout) => payout.id === id, 'another payout'),
        })
      : invalidId,
  findPayouts: (reference) =>
    ask({
      method: 'GET',
      path: ['v2', 'payouts'],
      query: { reference_id: reference },
      answer: PayoutList.refine(
        (found) => found.every((payout) => payout.reference === reference),
        'payouts of another reference',
      ),
    }),
  payoutChannels: () =>
    ask({
      method: 'GET',
      path: ['payouts_channels'],
      query: { currency: 'IDR' },
      answer: ChannelList,
    }),
  balance: () =>
    ask({
      method: 'GET',
      path: ['balance'],
      query: { account_type: 'CASH' },
      answer: z.object({ balance: rupiah }).transform(({ balance }) => balance),
    }),
})
