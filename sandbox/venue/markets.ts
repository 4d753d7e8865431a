import { units } from './amounts.ts'
import { defaultSelfTradeMode, type Listing } from './listing.ts'

/** One traded symbol and its bounds. Amounts are in units of 10^-8. */
export type Market = Readonly<{
  symbol: string
  base: string
  quote: string
  /** The starting price. */
  start: bigint
  tick: bigint
  step: bigint
  maxQuantity: bigint
  maxMarketQuantity: bigint
  minNotional: bigint
  maxNotional: bigint
  /** Filters in the venue's format. */
  filters: readonly Readonly<Record<string, string | number | boolean>>[]
}>

type Texts = Readonly<{
  symbol: string
  base: string
  quote: string
  start: string
  tick: string
  step: string
  most: string
  mostAtMarket: string
  notional: readonly [least: string, most: string]
}>

const rupiah = ['20000.00', '9000000000.00'] as const
const inRupiah = { quote: 'IDR', tick: '1.00', notional: rupiah } as const

const listed: readonly Texts[] = [
  {
    ...inRupiah,
    symbol: 'BTCIDR',
    base: 'BTC',
    start: '1640000000',
    step: '0.00001',
    most: '3',
    mostAtMarket: '0.5174',
  },
  {
    ...inRupiah,
    symbol: 'ETHIDR',
    base: 'ETH',
    start: '58400000',
    step: '0.0001',
    most: '90',
    mostAtMarket: '15',
  },
  {
    ...inRupiah,
    symbol: 'USDTIDR',
    base: 'USDT',
    start: '16400',
    step: '0.1',
    most: '550000',
    mostAtMarket: '120000',
  },
  {
    ...inRupiah,
    symbol: 'XRPIDR',
    base: 'XRP',
    start: '41000',
    step: '0.1',
    most: '220000',
    mostAtMarket: '30000',
  },
  {
    ...inRupiah,
    symbol: 'SOLIDR',
    base: 'SOL',
    start: '3280000',
    step: '0.001',
    most: '3000',
    mostAtMarket: '400',
  },
  {
    symbol: 'BTCUSDT',
    base: 'BTC',
    quote: 'USDT',
    start: '100000',
    tick: '0.01',
    step: '0.00001',
    most: '9',
    mostAtMarket: '2',
    notional: ['5.00', '9000000.00'],
  },
]

export const markets: ReadonlyMap<string, Market> = new Map(
  listed.map((texts) => [texts.symbol, marketOf(texts)]),
)

function marketOf(texts: Texts): Market {
  const { symbol, base, quote, tick, step, most, mostAtMarket } = texts
  const [minNotional, maxNotional] = texts.notional
  return {
    symbol,
    base,
    quote,
    start: units(texts.start),
    tick: units(tick),
    step: units(step),
    maxQuantity: units(most),
    maxMarketQuantity: units(mostAtMarket),
    minNotional: units(minNotional),
    maxNotional: units(maxNotional),
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: tick, maxPrice: '100000000000.00', tickSize: tick },
      { filterType: 'LOT_SIZE', minQty: step, maxQty: most, stepSize: step },
      {
        filterType: 'MARKET_LOT_SIZE',
        minQty: '0.00000000',
        maxQty: mostAtMarket,
        stepSize: '0.00000000',
      },
      {
        filterType: 'PERCENT_PRICE_BY_SIDE',
        bidMultiplierUp: '1.15',
        bidMultiplierDown: '0.5',
        askMultiplierUp: '2',
        askMultiplierDown: '0.85',
        avgPriceMins: 5,
      },
      {
        filterType: 'NOTIONAL',
        minNotional,
        applyMinToMarket: true,
        maxNotional,
        applyMaxToMarket: false,
        avgPriceMins: 5,
      },
    ],
  }
}

/** A symbol as `exchangeInfo` lists it. */
export const symbolObject = (
  { symbol, base, quote, filters }: Market,
  { status, selfTradeModes }: Listing,
  mostOpen: number,
) => ({
  symbol,
  status,
  baseAsset: base,
  baseAssetPrecision: 8,
  quoteAsset: quote,
  quotePrecision: 8,
  quoteAssetPrecision: 8,
  baseCommissionPrecision: 8,
  quoteCommissionPrecision: 8,
  orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET'],
  icebergAllowed: false,
  ocoAllowed: false,
  otoAllowed: false,
  opoAllowed: false,
  quoteOrderQtyMarketAllowed: true,
  allowTrailingStop: false,
  cancelReplaceAllowed: false,
  amendAllowed: false,
  pegInstructionsAllowed: false,
  isSpotTradingAllowed: true,
  isMarginTradingAllowed: false,
  filters: [...filters, { filterType: 'MAX_NUM_ORDERS', maxNumOrders: mostOpen }],
  permissions: [],
  permissionSets: [['SPOT']],
  defaultSelfTradePreventionMode: defaultSelfTradeMode,
  allowedSelfTradePreventionModes: selfTradeModes,
})
