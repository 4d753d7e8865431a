import { z } from 'zod'
import { pairClasses } from '../../../core/reference/tax-rates.rules.ts'
import { decimal, isoTime } from '../../../platform/http/contracts/contracts.ts'
import { DisbursementBank } from './list-disbursement-banks.ts'
import { currencies } from './show-prices.ts'

export const Setting = z.object({ key: z.string(), value: z.string() }).meta({ id: 'Setting' })

const activity = z.enum(['active', 'inactive'])
export const WalletStatus = z
  .object({ withdrawal_status: activity, deposit_status: activity })
  .meta({ id: 'WalletStatus' })

/** When a price was observed, and whether it is too old to trade by. */
const seen = { updatedAt: isoTime, ageSeconds: z.int(), stale: z.boolean() }

export const ExchangeRate = z
  .object({
    base: z.enum(currencies),
    symbol: z.enum(currencies),
    rate: decimal,
    ...seen,
  })
  .meta({ id: 'ExchangeRate' })

export const CashOrderPrice = z
  .object({
    txPair: z.string(),
    base: z.string(),
    quote: z.string(),
    price: decimal,
    ...seen,
  })
  .meta({ id: 'CashOrderPrice' })

export const PairCategory = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    pairs: z
      .array(
        z
          .object({
            txPair: z.string(),
            base: z.string(),
            quote: z.string(),
            price: decimal.nullable(),
            updatedAt: isoTime.nullable(),
            ageSeconds: z.int().nullable(),
            stale: z.boolean().nullable(),
          })
          .meta({ id: 'PricedPair' }),
      )
      .readonly(),
  })
  .meta({ id: 'PairCategory' })

/** Fees are amounts in the asset, rates are percentages of the amount. */
const cost = { fee: decimal, rate: decimal }
const side = z.enum(['BUY', 'SELL'])

export const Fees = z
  .object({
    withdrawals: z.array(
      z
        .object({
          symbol: z.string(),
          network: z.string().nullable(),
          chainId: z.int().nullable(),
          fee: decimal,
          minimum: decimal,
          maximum: decimal,
          active: z.boolean(),
        })
        .meta({ id: 'WithdrawalFee' }),
    ),
    deposits: z.array(
      z
        .object({
          method: z.enum(['VA', 'QRIS', 'ORDER', 'MANUAL', 'COIN']),
          symbol: z.string().nullable(),
          ...cost,
        })
        .meta({ id: 'DepositFee' }),
    ),
    trading: z.array(
      z.object({ category: z.string(), side, rate: decimal }).meta({ id: 'TradingFee' }),
    ),
    taxes: z.array(
      z
        .object({
          kind: z.enum(['PPH', 'PPN']),
          side: z.enum(['BUY', 'SELL', 'FEE']).meta({
            description: 'FEE: the value-added tax that every fee includes.',
          }),
          pairClass: z.enum([...pairClasses, 'any']).meta({
            description: 'What pairs are quoted in: rupiah, another fiat currency or a coin.',
          }),
          rate: decimal.meta({ description: 'In percent.' }),
          base: z.string().meta({
            description: 'The part of the value that the rate applies to.',
          }),
          validFrom: z.iso.date(),
          rule: z.string(),
        })
        .meta({ id: 'TaxRate' }),
    ),
  })
  .meta({ id: 'Fees' })

export const AssetInformation = z
  .object({
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
      z
        .object({
          network: z.string(),
          chainId: z.int(),
          depositActive: z.boolean(),
          withdrawActive: z.boolean(),
          withdrawalFee: decimal,
          minWithdrawal: decimal,
          maxWithdrawal: decimal,
        })
        .meta({ id: 'Network' }),
    ),
  })
  .meta({ id: 'AssetInformation' })

const terms = { symbol: z.string(), ...cost, minimum: decimal, maximum: decimal }
const bank = { code: z.string(), name: z.string(), shortName: z.string() }

export const PaymentMethodTerms = z
  .object({
    type: z.enum(['va', 'qris']),
    ...terms,
    banks: z.array(z.object(bank).meta({ id: 'PaymentBank' })).readonly(),
  })
  .meta({ id: 'PaymentMethodTerms' })

export const VirtualAccountTerms = z
  .object({
    ...bank,
    lang: z.enum(['id', 'en']),
    ...terms,
    instructions: z
      .array(
        z
          .object({ channel: z.string(), steps: z.array(z.string()).readonly() })
          .meta({ id: 'PaymentInstruction' }),
      )
      .readonly(),
  })
  .meta({ id: 'VirtualAccountTerms' })

export const PublicTransaction = z
  .object({
    provider: z.enum(['custody', 'payx', 'payd', 'venue']),
    txId: z.string(),
    kind: z.enum(['CASH_DEPOSIT', 'COIN_DEPOSIT', 'COIN_WITHDRAWAL', 'CASH_WITHDRAWAL']),
    status: z.string(),
    symbol: z.string(),
    amount: decimal,
    hash: z.string().nullable(),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: 'PublicTransaction' })

/** The list as payd returns it; its age is sent in a header. */
export const DisbursementBanks = z
  .object({ items: z.array(DisbursementBank).readonly(), fetchedAt: z.date() })
  .transform(({ items }) => items)
  .pipe(z.array(DisbursementBank).readonly())
