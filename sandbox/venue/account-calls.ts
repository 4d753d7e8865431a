import { balanceObjects } from './account.ts'
import { type Books, marketOf } from './books.ts'
import { flagOf, type Params } from './requests/parameters.ts'
import type { Weights } from './requests/weights.ts'

const rate = '0.00100000'
const nothing = '0.00000000'
const rates = { maker: rate, taker: rate, buyer: nothing, seller: nothing }
const noRates = { maker: nothing, taker: nothing, buyer: nothing, seller: nothing }

export function accountObject(books: Books, params: Params) {
  const balances = balanceObjects(books.account)
  const omitZeros = flagOf(params, 'omitZeroBalances') ?? false
  return {
    makerCommission: 10,
    takerCommission: 10,
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: rates,
    canTrade: true,
    canWithdraw: true,
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: books.now(),
    accountType: 'SPOT',
    balances: omitZeros
      ? balances.filter(({ free, locked }) => free !== nothing || locked !== nothing)
      : balances,
    permissions: ['SPOT'],
    uid: 354_937_868,
  }
}

const discount = {
  enabledForAccount: false,
  enabledForSymbol: false,
  discountAsset: 'BNB',
  discount: nothing,
}

export const accountCommission = (params: Params) => ({
  symbol: marketOf(params['symbol']).symbol,
  standardCommission: rates,
  specialCommission: noRates,
  taxCommission: noRates,
  discount,
})

const forOrder = { maker: nothing, taker: nothing }

export const commissionForOrder = {
  standardCommissionForOrder: { maker: rate, taker: rate },
  specialCommissionForOrder: forOrder,
  taxCommissionForOrder: forOrder,
  discount,
}

/** Returns how many orders were placed in each limited interval. */
export const rateLimitOrder = (weights: Weights) =>
  weights.used().filter(({ rateLimitType }) => rateLimitType === 'ORDERS')

/** Returns a symbol's fees as the wallet's call shows them. */
export const tradeFee = (symbol: string) => ({
  symbol,
  makerCommission: '0.001',
  takerCommission: '0.001',
})
