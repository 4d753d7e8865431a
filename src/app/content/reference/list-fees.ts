import { formatMoney, idr, money, perMillion, zero } from '../../../base/values/money.ts'
import { percentOf } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import { type ListedAsset, listAssets } from '../../../core/reference/assets.sql.ts'
import { listTaxRates } from '../../../core/reference/fees.sql.ts'
import { listPairCategories } from '../../../core/reference/pairs.sql.ts'
import { readPartsPerMillion, readRupiah } from '../../../core/reference/settings.sql.ts'
import type { TaxRate } from '../../../core/reference/tax-rates.rules.ts'

/** Lists all fees and taxes: amounts in the asset, rates in percent. */
export async function listFees(ctx: Pick<Context, 'db'>) {
  const categories = await listPairCategories(ctx.db.read)
  const assets = (await listAssets(ctx.db)).filter(({ active }) => active)
  return {
    withdrawals: [await rupiahWithdrawal(ctx, assets), ...coinWithdrawals(assets)],
    deposits: await deposits(ctx),
    trading: categories.flatMap(({ code, buyFee, sellFee }) => [
      { category: code, side: 'BUY' as const, rate: percentOf(buyFee) },
      { category: code, side: 'SELL' as const, rate: percentOf(sellFee) },
    ]),
    taxes: (await listTaxRates(ctx.db.read)).map(shownRate),
  }
}

const shownRate = ({ kind, side, pairClass, rate, base, validFrom, rule }: TaxRate) => ({
  kind,
  side,
  pairClass,
  rate: percentOf(rate),
  base: `${base.numerator}/${base.denominator}`,
  validFrom,
  rule,
})

async function rupiahWithdrawal({ db }: Pick<Context, 'db'>, activeAssets: readonly ListedAsset[]) {
  const inRupiah = async (key: string) => formatMoney(await readRupiah(db.read, key))
  return {
    symbol: 'IDR',
    network: null,
    chainId: null,
    fee: await inRupiah('withdrawal.idr_fee'),
    minimum: await inRupiah('withdrawal.idr_minimum'),
    maximum: await inRupiah('withdrawal.idr_maximum'),
    active: activeAssets.some(({ id }) => id === idr.id),
  }
}

const coinWithdrawals = (activeAssets: readonly ListedAsset[]) =>
  activeAssets.flatMap((asset) =>
    asset.networks.map((network) => ({
      symbol: asset.symbol,
      network: network.network,
      chainId: network.chainId,
      fee: formatMoney(money(asset, network.withdrawalFee)),
      minimum: formatMoney(money(asset, network.minWithdrawal)),
      maximum: formatMoney(money(asset, network.maxWithdrawal)),
      active: network.withdrawActive,
    })),
  )

const free = formatMoney(zero(idr))

async function deposits({ db }: Pick<Context, 'db'>) {
  const va = formatMoney(await readRupiah(db.read, 'deposit.va_fee_idr'))
  const qris = await readPartsPerMillion(db.read, 'deposit.qris_fee_ppm')
  const none = percentOf(perMillion(0n))
  return [
    { method: 'VA' as const, symbol: 'IDR', fee: va, rate: none },
    { method: 'QRIS' as const, symbol: 'IDR', fee: free, rate: percentOf(qris) },
    { method: 'ORDER' as const, symbol: 'IDR', fee: free, rate: none },
    { method: 'MANUAL' as const, symbol: 'IDR', fee: free, rate: none },
    { method: 'COIN' as const, symbol: null, fee: free, rate: none },
  ]
}
