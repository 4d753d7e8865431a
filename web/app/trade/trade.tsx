import type { components } from '@tukar/client'
import { Link, useLocation, useParams } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Notice, Status } from '../../ui/status.tsx'
import { type TaxRate, taxesOn, useCoins, useMe, useTaxRates, useTradingConfig } from '../data.ts'
import { OpenOrders } from '../history/orders.tsx'
import { ListingBanner } from '../listing-banner.tsx'
import { type Ticker, useLiveMarket } from '../live-market.ts'
import { Change } from '../markets/change.tsx'
import { pairName } from '../pair-name.ts'
import { tradingTexts } from '../texts/trading.ts'
import { useTukar } from '../tukar.tsx'
import { OrderForm } from './order-form.tsx'
import type { Pair, Terms } from './order-terms.ts'
import { PairChart } from './pair-chart.tsx'

const firstPair = 'BTC_IDR'

/** One pair: its chart, an order form, and the user's open orders. */
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
  const { tickers, connected } = useLiveMarket([txPair])
  const ticker = tickers[txPair]
  return (
    <>
      <PairHead {...{ pair, pairs, ticker }} />
      <ListingBanner listing={pair.listing} />
      {!connected && <Notice tone="busy">{t.reconnecting}</Notice>}
      <div className="desk">
        <PairChart txPair={txPair} priceTick={priceTick} price={ticker?.price ?? null} />
        {isSignedIn ? (
          ticker && <OrderDesk pair={pair} ticker={ticker} />
        ) : (
          <Link href="/sign-in" className="button primary">
            {t.signInToTrade}
          </Link>
        )}
        {isSignedIn && <OpenOrders txPair={txPair} />}
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
    <section className="card pair-head">
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
      <p className="last-price">
        <strong>{ticker?.price ? <Amount value={ticker.price} /> : '–'}</strong>
        <Change ticker={ticker} />
        {ticker?.stale && <Status tone="busy">{t.stale}</Status>}
      </p>
      <dl className="figures">
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

function termsOf(
  pair: Pair,
  ticker: Ticker,
  coins: readonly Coin[],
  rates: readonly TaxRate[],
): Terms {
  const of = (asset: string) => coins.find(({ symbol }) => symbol === asset) ?? nothing
  const [base, quote] = [of(pair.baseAsset), of(pair.quoteAsset)]
  return {
    pair,
    scales: { base: base.scale, quote: quote.scale },
    available: { base: base.available, quote: quote.available },
    market: { price: ticker.price, bid: ticker.bid, ask: ticker.ask },
    taxRates: taxesOn(rates, quote),
  }
}

/** The order form with what it needs to know of the user. */
function OrderDesk({ pair, ticker }: Readonly<{ pair: Pair; ticker: Ticker }>) {
  const language = useLanguage()
  const me = useMe()
  const coins = useCoins()
  const taxes = useTaxRates()
  return (
    <Loaded query={coins}>
      {(known) => (
        <Loaded query={taxes}>
          {(rates) => (
            <OrderForm
              key={language}
              terms={termsOf(pair, ticker, known, rates)}
              verified={me.data === undefined || me.data.identityStatus === 'success'}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
