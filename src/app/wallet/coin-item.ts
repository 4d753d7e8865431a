import { z } from 'zod'
import { formatMoney, money } from '../../base/values/money.ts'
import { type ListedAsset, termsInState } from '../../core/reference/assets.sql.ts'
import { Listing } from '../../core/reference/listing-contract.ts'
import { decimal } from '../../platform/http/contracts/contracts.ts'
import type { DepositAddress, Holdings } from './holdings.sql.ts'

const PlaceFields = z.object({ address: z.string().nullable(), tag: z.string().nullable() })

const NetworkTerms = z.object({
  network: z.string(),
  chainId: z.int(),
  depositActive: z.boolean(),
  withdrawActive: z.boolean(),
  withdrawalFee: decimal,
  minWithdrawal: decimal,
  maxWithdrawal: decimal,
})

const Amounts = z.object({ available: decimal, locked: decimal, balance: decimal })

/** The part of a coin that streams send when it changes. */
export const CoinBalance = Amounts.extend({ symbol: z.string() }).meta({ id: 'CoinBalance' })

const CoinTerms = z.object({
  symbol: z.string(),
  name: z.string(),
  kind: z.enum(['FIAT', 'COIN']),
  scale: z.int(),
  price: decimal.nullable(),
  active: z.boolean(),
  /** What its listing allows, and from when it allows something else. */
  listing: Listing,
  withdrawalFee: decimal,
  /** The most that a user may withdraw on a Jakarta day; null if there is no limit. */
  dailyWithdrawalLimit: decimal.nullable(),
})

/** An asset with the user's balance and deposit addresses. */
export const Coin = CoinTerms.extend(Amounts.shape)
  .extend({
    networks: z.array(NetworkTerms.extend(PlaceFields.shape).meta({ id: 'CoinNetwork' })),
  })
  .meta({ id: 'Coin' })

type NetworkText = Readonly<{ name: string; terms: string; nowhere: string }>

/** An asset's JSON text without the parts that differ from user to user. */
export type CoinText = Readonly<{
  asset: ListedAsset
  terms: string
  untouched: string
  networks: readonly NetworkText[]
}>

/**
 * Builds the text that all users share; building it per user would dominate the cost of the list.
 */
export function coinText(
  asset: ListedAsset,
  price: string | null,
  listing: z.input<typeof Listing>,
): CoinText {
  const { symbol, name, kind, scale, active } = asset
  const withdrawalFee = formatMoney(money(asset, asset.withdrawalFee))
  const limit = asset.dailyWithdrawalLimit
  const dailyWithdrawalLimit = limit === null ? null : formatMoney(money(asset, limit))
  const costs = { withdrawalFee, dailyWithdrawalLimit }
  const terms = { symbol, name, kind, scale, price, active, listing, ...costs }
  const nothing = { available: '0', locked: '0', balance: '0' }
  return {
    asset,
    terms: openEnd(CoinTerms.parse(terms)),
    untouched: members(nothing),
    networks: asset.networks.map((network) => networkText(asset, termsInState(asset, network))),
  }
}

function networkText(asset: ListedAsset, network: ListedAsset['networks'][number]): NetworkText {
  const inWords = (units: bigint) => formatMoney(money(asset, units))
  const terms = NetworkTerms.parse({
    ...network,
    withdrawalFee: inWords(network.withdrawalFee),
    minWithdrawal: inWords(network.minWithdrawal),
    maxWithdrawal: inWords(network.maxWithdrawal),
  })
  const nowhere = `${openEnd(terms)},${members({ address: null, tag: null })}}`
  return { name: network.network, terms: openEnd(terms), nowhere }
}

/** `openEnd` is a record's JSON text without its closing brace; `members` is only its members. */
const openEnd = (record: object): string => JSON.stringify(record).slice(0, -1)
const members = (record: object): string => JSON.stringify(record).slice(1, -1)

export function coinsText(coins: readonly CoinText[], holdings: Holdings): string {
  const items = coins.map((coin) => {
    const networks = coin.networks.map((network) => {
      const place = holdings.places.get(`${coin.asset.id} ${network.name}`)
      return place === undefined ? network.nowhere : `${network.terms},${placeText(place)}}`
    })
    return `${coin.terms},${amountsText(coin, holdings)},"networks":[${networks.join(',')}]}`
  })
  return `[${items.join(',')}]`
}

const placeText = ({ address, tag }: DepositAddress): string =>
  members(PlaceFields.parse({ address, tag }))

/** Amounts are digits and a point, so they need no escaping. */
function amountsText({ asset, untouched }: CoinText, { balances }: Holdings): string {
  const held = balances.get(asset.id)
  if (held === undefined) return untouched
  const available = formatMoney(money(asset, held.available))
  if (held.locked === 0n) {
    return `"available":"${available}","locked":"0","balance":"${available}"`
  }
  const locked = formatMoney(money(asset, held.locked))
  const balance = formatMoney(money(asset, held.available + held.locked))
  return `"available":"${available}","locked":"${locked}","balance":"${balance}"`
}
