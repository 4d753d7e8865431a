import { z } from 'zod'
import { DisbursementBank } from './list-disbursement-banks.ts'
import { currencies } from './show-prices.ts'

const isoTime = z.date().transform((at) => at.toISOString())

export const Setting = z.object({ key: z.string(), value: z.string() })

const activity = z.enum(['active', 'inactive'])
export const WalletStatus = z.object({ withdrawal_status: activity, deposit_status: activity })

/** When a price was observed, and whether it is too old to trade by. */
const seen = { updatedAt: isoTime, ageSeconds: z.int(), stale: z.boolean() }

export const ExchangeRate = z.object({
  base: z.enum(currencies),
  symbol: z.enum(currencies),
  rate: z.string(),
  ...seen,
})

export const CashOrderPrice = z.object({
  txPair: z.string(),
  base: z.string(),
  quote: z.string(),
  price: z.string(),
  ...seen,
})

export const PairCategory = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  pairs: z
    .array(
      z.object({
        txPair: z.string(),
        base: z.string(),
        quote: z.string(),
        price: z.string().nullable(),
        updatedAt: isoTime.nullable(),
        ageSeconds: z.int().nullable(),
        stale: z.boolean().nullable(),
      }),
    )
    .readonly(),
})

/** Fees are amounts in the asset, rates are percentages of the amount. */
const cost = { fee: z.string(), rate: z.string() }
const side = z.enum(['BUY', 'SELL'])

export const Fees = z.object({
  withdrawals: z.array(
    z.object({
      symbol: z.string(),
      network: z.string().nullable(),
      chainId: z.int().nullable(),
      fee: z.string(),
      minimum: z.string(),
      maximum: z.string(),
      active: z.boolean(),
    }),
  ),
  deposits: z.array(
    z.object({
      method: z.enum(['VA', 'QRIS', 'ORDER', 'MANUAL', 'COIN']),
      symbol: z.string().nullable(),
      ...cost,
    }),
  ),
  trading: z.array(z.object({ category: z.string(), side, rate: z.string() })),
  taxes: z.array(
    z.object({
      kind: z.enum(['PPH', 'PPN']),
      side,
      rate: z.string(),
      validFrom: z.iso.date(),
      rule: z.string(),
    }),
  ),
})

export const AssetInformation = z.object({
  symbol: z.string(),
  name: z.string(),
  kind: z.enum(['FIAT', 'COIN']),
  scale: z.int(),
  active: z.boolean(),
  about: z.string().nullable(),
  website: z.string().nullable(),
  whitepaper: z.string().nullable(),
  explorer: z.string().nullable(),
  since: z.int().nullable(),
  networks: z.array(
    z.object({
      network: z.string(),
      chainId: z.int(),
      depositActive: z.boolean(),
      withdrawActive: z.boolean(),
      withdrawalFee: z.string(),
      minWithdrawal: z.string(),
      maxWithdrawal: z.string(),
    }),
  ),
})

const terms = { symbol: z.string(), ...cost, minimum: z.string(), maximum: z.string() }
const bank = { code: z.string(), name: z.string(), shortName: z.string() }

export const PaymentMethodTerms = z.object({
  type: z.enum(['va', 'qris']),
  ...terms,
  banks: z.array(z.object(bank)).readonly(),
})

export const VirtualAccountTerms = z.object({
  ...bank,
  lang: z.enum(['id', 'en']),
  ...terms,
  instructions: z
    .array(z.object({ channel: z.string(), steps: z.array(z.string()).readonly() }))
    .readonly(),
})

export const PublicTransaction = z.object({
  provider: z.enum(['custody', 'payx', 'payd', 'venue']),
  txId: z.string(),
  kind: z.enum(['CASH_DEPOSIT', 'COIN_DEPOSIT', 'COIN_WITHDRAWAL', 'CASH_WITHDRAWAL']),
  status: z.string(),
  symbol: z.string(),
  amount: z.string(),
  hash: z.string().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
})

/** The list as payd returns it; its age is sent in a header. */
export const DisbursementBanks = z
  .object({ items: z.array(DisbursementBank).readonly(), fetchedAt: z.date() })
  .transform(({ items }) => items)
  .pipe(z.array(DisbursementBank).readonly())
