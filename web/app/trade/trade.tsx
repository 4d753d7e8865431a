import type { components } from '@tukar/client'
import { Link, useLocation, useParams } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Notice, Status } from '../../ui/status.tsx'
import { type TaxRate, taxesOn, useCoins, useMe, useTaxRates, useTradingConfig } from '../data.ts'
import { OpenOrders } from '../history/orders.tsx'
import { ListingBanner } from '../listing-banner.tsx'
import { useLiveMarket } from '../live-market.ts'
import type { Depth, Ticker } from '../live-stream.ts'
import { Change } from '../markets/change.tsx'
import { pairName } from '../pair-name.ts'
import { tradingTexts } from '../texts/trading.ts'
import { useTukar } from '../tukar.tsx'
import { LastTrades } from './last-trades.tsx'
import { useDepth, useTrades } from './market-book.ts'
import { OrderBook } from './order-book.tsx'
import { OrderForm } from './order-form.tsx'
import type { Pair, Terms } from './order-terms.ts'
import { PairChart } from './pair-chart.tsx'
import css from './trade.module.css'

const firstPair = 'BTC_IDR'

/** One pair: its chart, order book and last trades, an order form, and the user's open orders. */
export function Trade() {
  const t = useTexts(tradingTexts)
  const { txPair = firstPair } = useParams()
  return (
    <Loaded query={useTradingConfig()}>
      {({ pairs }) => {
        const pair = pairs.find((one) => one.txPair === txPair)
        if (pair === undefined) return <Empty>{t.noPairs}</Empty>
        return <PairDesk key={txPair} pair={pair} pairs={pairs} />
      }}
    </Loaded>
  )
}

function PairDesk({ pair, pairs }: Readonly<{ pair: Pair; pairs: readonly Pair[] }>) {
  const t = useTexts(tradingTexts)
  const { isSignedIn } = useTukar()
  const { txPair, priceTick } = pair
  const market = useLiveMarket([txPair])
  const depth = useDepth(txPair, market)
  const trades = useTrades(txPair, market)
  const ticker = market.tickers[txPair]
  return (
    <>
      <PairHead {...{ pair, pairs, ticker }} />
      <ListingBanner listing={pair.listing} />
      {!market.connected && <Notice tone="busy">{t.reconnecting}</Notice>}
      <div className={`${css['desk']} ${isSignedIn ? '' : css['guest']}`}>
        <div className={css['chart']}>
          <PairChart txPair={txPair} priceTick={priceTick} price={ticker?.price ?? null} />
        </div>
        <div className={css['order']}>
          {isSignedIn ? (
            ticker && <OrderDesk {...{ pair, ticker, depth }} />
          ) : (
            <Link href="/sign-in" className="button primary">
              {t.signInToTrade}
            </Link>
          )}
        </div>
        <OrderBook {...{ pair, depth, ticker }} />
        <LastTrades {...{ pair, trades }} />
        {isSignedIn && (
          <div className={css['open']}>
            <OpenOrders txPair={txPair} />
          </div>
        )}
      </div>
    </>
  )
}

type HeadProps = Readonly<{ pair: Pair; pairs: readonly Pair[]; ticker: Ticker | undefined }>

function PairHead({ pair, pairs, ticker }: HeadProps) {
  const t = useTexts(tradingTexts)
  const [, go] = useLocation()
  const figure = (name: string, value: string | null | undefined) => (
    <div>
      <dt>{name}</dt>
      <dd>{value ? <Amount value={value} /> : '–'}</dd>
    </div>
  )
  return (
    <section className={`card ${css['pair']}`}>
      <select
        value={pair.txPair}
        aria-label={t.pair}
        onChange={(event) => go(`/trade/${event.target.value}`)}
      >
        {pairs.map(({ txPair }) => (
          <option key={txPair} value={txPair}>
            {pairName(txPair)}
          </option>
        ))}
      </select>
      <p className={css['price']}>
        <strong>{ticker?.price ? <Amount value={ticker.price} /> : '–'}</strong>
        <Change ticker={ticker} />
        {ticker?.stale && <Status tone="busy">{t.stale}</Status>}
      </p>
      <dl className={css['figures']}>
        {figure(t.bid, ticker?.bid)}
        {figure(t.ask, ticker?.ask)}
        {figure(t.high, ticker?.high)}
        {figure(t.low, ticker?.low)}
      </dl>
    </section>
  )
}

type Coin = components['schemas']['Coin']

const nothing = { symbol: '', kind: 'COIN', available: '0', scale: 0 } as const

type Known = Readonly<{ pair: Pair; ticker: Ticker; depth: Depth | null }>

function termsOf(
  { pair, ticker, depth }: Known,
  coins: readonly Coin[],
  rates: readonly TaxRate[],
): Terms {
  const of = (asset: string) => coins.find(({ symbol }) => symbol === asset) ?? nothing
  const [base, quote] = [of(pair.baseAsset), of(pair.quoteAsset)]
  return {
    pair,
    scales: { base: base.scale, quote: quote.scale },
    available: { base: base.available, quote: quote.available },
    market: { price: ticker.price, bid: ticker.bid, ask: ticker.ask, asks: depth?.asks ?? [] },
    taxRates: taxesOn(rates, quote),
  }
}

/** The order form with what it needs to know of the user. */
function OrderDesk(known: Known) {
  const language = useLanguage()
  const me = useMe()
  const coins = useCoins()
  const taxes = useTaxRates()
  return (
    <Loaded query={coins}>
      {(owned) => (
        <Loaded query={taxes}>
          {(rates) => (
            <OrderForm
              key={language}
              terms={termsOf(known, owned, rates)}
              verified={me.data === undefined || me.data.identityStatus === 'success'}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
