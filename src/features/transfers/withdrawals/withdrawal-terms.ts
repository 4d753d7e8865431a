import { compare, exchange, idr, type Money, whole } from '../../../base/money.ts'
import { sharedCalls } from '../../../base/shared-calls.ts'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../database/database.ts'
import { type ListedAsset, listAssets } from '../../../reference/assets.sql.ts'
import { type CustodyAsset, listCustodyAssets } from '../../../reference/custody-assets.sql.ts'
import {
  exchangeRate,
  listPrices,
  type MaxAges,
  type Price,
} from '../../../reference/prices.sql.ts'
import { readSettings } from '../../../reference/settings.sql.ts'

/** What holds for every withdrawal alike: what there is, what it is worth, what is allowed. */
export type Terms = Readonly<{
  assets: readonly ListedAsset[]
  custody: readonly CustodyAsset[]
  prices: readonly Price[]
  ages: MaxAges
  gateSeconds: number
  dailyLimit: Money
  /** Worth from which an operator, or two, must approve. */
  approvalFrom: Money
  firstUseApprovalFrom: Money
  twoApprovalsFrom: Money
  /** Worth, in whole USDT, above which a residential address is asked for. */
  residentialUsdt: number
  /** Whether that goes by all of a day. */
  residentialByDay: boolean
  idrFee: Money
  idrMinimum: Money
  idrMaximum: Money
}>

const keys = [
  'withdrawal.gate_seconds',
  'withdrawal.daily_limit_idr',
  'withdrawal.approval_idr',
  'withdrawal.first_use_approval_idr',
  'withdrawal.two_approvals_idr',
  'withdrawal.residential_usdt',
  'withdrawal.residential_by_day',
  'withdrawal.idr_fee',
  'withdrawal.idr_minimum',
  'withdrawal.idr_maximum',
  'price.max_age_seconds',
  'price.fiat_max_age_seconds',
] as const

const readers = new WeakMap<object, () => Promise<Terms>>()

/** The terms of now. Those who ask at once are read them once. */
export function readTerms({ db }: Pick<Context, 'db'>): Promise<Terms> {
  const known = readers.get(db)
  if (known !== undefined) return known()
  const shared = sharedCalls<null, Terms>(
    () => 'terms',
    () => readAll(db),
  )
  const read = () => shared(null)
  readers.set(db, read)
  return read()
}

async function readAll(db: Database): Promise<Terms> {
  const [settings, assets, custody, prices] = await Promise.all([
    readSettings(db.read, keys),
    listAssets(db),
    listCustodyAssets(db.read),
    listPrices(db.read),
  ])
  return {
    assets,
    custody,
    prices,
    ages: {
      marketMs: settings.seconds('price.max_age_seconds') * 1_000,
      fiatMs: settings.seconds('price.fiat_max_age_seconds') * 1_000,
    },
    gateSeconds: settings.seconds('withdrawal.gate_seconds'),
    dailyLimit: settings.rupiah('withdrawal.daily_limit_idr'),
    approvalFrom: settings.rupiah('withdrawal.approval_idr'),
    firstUseApprovalFrom: settings.rupiah('withdrawal.first_use_approval_idr'),
    twoApprovalsFrom: settings.rupiah('withdrawal.two_approvals_idr'),
    residentialUsdt: settings.count('withdrawal.residential_usdt'),
    residentialByDay: settings.flag('withdrawal.residential_by_day'),
    idrFee: settings.rupiah('withdrawal.idr_fee'),
    idrMinimum: settings.rupiah('withdrawal.idr_minimum'),
    idrMaximum: settings.rupiah('withdrawal.idr_maximum'),
  }
}

/** In rupiah, rounded up; null when no price that is young enough leads there. */
export function worthOf({ prices, ages }: Terms, amount: Money): Money | null {
  if (amount.asset.id === idr.id) return amount
  const found = exchangeRate(prices, amount.asset.symbol, idr.symbol, ages)
  return found === null ? null : exchange(amount, idr, found.rate, 'up')
}

/**
 * Whether it is worth more than the bound above which a residential address is asked for; null
 * when nobody can say. `alsoUsed` is what the day has seen before, in rupiah.
 */
export function isAboveResidential(terms: Terms, amount: Money, alsoUsed: Money): boolean | null {
  const usdt = terms.assets.find(({ symbol }) => symbol === 'USDT')
  if (usdt === undefined) return null
  const bound = whole(usdt, BigInt(terms.residentialUsdt))
  const inUsdt = (money: Money): Money | null => {
    if (money.asset.id === usdt.id) return { asset: usdt, units: money.units }
    const found = exchangeRate(terms.prices, money.asset.symbol, 'USDT', terms.ages)
    return found === null ? null : exchange(money, usdt, found.rate, 'up')
  }
  const worth = inUsdt(amount)
  if (worth === null) return null
  if (compare({ asset: bound.asset, units: worth.units }, bound) > 0) return true
  if (!terms.residentialByDay || alsoUsed.units === 0n) return false
  const before = inUsdt(alsoUsed)
  return before === null ? null : worth.units + before.units > bound.units
}
