import { formatDecimal, parseDecimal } from '@tukar/client'
import * as z from 'zod/mini'
import { useLanguage } from '../ui/language.tsx'
import { useControl } from './control.ts'

/** Of each list the newest. */
const limit = 200

const decimal = z.pipe(z.union([z.string(), z.number()]), z.transform(String))

const VirtualAccount = z.object({
  id: z.string(),
  account_number: z.string(),
  bank_code: z.string(),
  name: z.string(),
  status: z.string(),
  is_closed: z.boolean(),
  expected_amount: z.optional(decimal),
})
export type VirtualAccount = z.output<typeof VirtualAccount>

/** A code of either interface, which name the merchant's reference differently. */
const QrCode = z.object({
  id: z.string(),
  external_id: z.optional(z.string()),
  reference_id: z.optional(z.string()),
  amount: z.optional(decimal),
  status: z.string(),
  created: z.string(),
})
export type QrCode = z.output<typeof QrCode>

const Payout = z.object({
  id: z.string(),
  reference_id: z.string(),
  channel_code: z.string(),
  channel_properties: z.object({ account_holder_name: z.string(), account_number: z.string() }),
  amount: decimal,
  status: z.string(),
  failure_code: z.optional(z.string()),
  created: z.string(),
})
export type Payout = z.output<typeof Payout>

/** A payment, and the account or code that was paid. */
export type PaidIn = Readonly<{ id: string; to: string; amount: string }>

const PaidAccount = z.pipe(
  z.object({ payment_id: z.string(), account_number: z.string(), amount: decimal }),
  z.transform(({ payment_id: id, account_number: to, amount }): PaidIn => ({ id, to, amount })),
)
const PaidCode = z.pipe(
  z.object({ id: z.string(), reference_id: z.string(), amount: decimal }),
  z.transform(({ id, reference_id: to, amount }): PaidIn => ({ id, to, amount })),
)

const Payx = z.object({
  payx: z.object({
    payments: z.array(PaidAccount),
    qrPayments: z.array(PaidCode),
    virtualAccounts: z.array(VirtualAccount),
    qrCodes: z.array(QrCode),
    payouts: z.array(Payout),
    balance: decimal,
  }),
})
export const usePayx = () => useControl('state', `/state?provider=payx&limit=${limit}`, Payx)

const PaydOrder = z.object({
  merchantOrderId: z.string(),
  amount: z.string(),
  paymentCode: z.string(),
  vaNumber: z.string(),
  productDetail: z.string(),
  statusCode: z.string(),
})
export type PaydOrder = z.output<typeof PaydOrder>

const Payd = z.object({ payd: z.object({ payments: z.array(PaydOrder) }) })
export const usePayd = () => useControl('state', `/state?provider=payd&limit=${limit}`, Payd)

const Address = z.object({
  address: z.string(),
  tag: z.string(),
  vaultId: z.string(),
  assetId: z.string(),
})
export type Address = z.output<typeof Address>

const Transfer = z.object({
  id: z.string(),
  externalTxId: z.nullable(z.string()),
  status: z.string(),
  subStatus: z.string(),
  txHash: z.string(),
  assetId: z.string(),
  source: z.object({ type: z.string() }),
  destination: z.object({ type: z.string() }),
  destinationAddress: z.string(),
  nonce: z.optional(z.string()),
  replacedTxHash: z.optional(z.string()),
  amountInfo: z.object({ amount: z.string() }),
  createdAt: z.number(),
})
export type Transfer = z.output<typeof Transfer>

const Custody = z.object({
  custody: z.object({ transactions: z.array(Transfer), addresses: z.array(Address) }),
})
export const useCustody = () =>
  useControl('state', `/state?provider=custody&limit=${limit}`, Custody)

export const useCustodyAssets = () => useControl('state', '/custody/assets', z.array(z.string()))

/** Writes and reads amounts in the notation of the page's language. */
export function useTypedAmounts() {
  const language = useLanguage()
  return {
    shown: (decimal: string | undefined) =>
      decimal === undefined || decimal === '' ? '' : formatDecimal(decimal, language),
    read: (typed = '') => parseDecimal(typed, language) ?? typed,
  }
}
