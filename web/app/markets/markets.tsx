import type { components } from '@tukar/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Notice, Status } from '../../ui/status.tsx'
import { useTradingConfig } from '../data.ts'
import { useLiveMarket } from '../live-market.ts'
import type { Ticker } from '../live-stream.ts'
import { tradingTexts } from '../texts/trading.ts'
import { Change } from './change.tsx'

type Pair = components['schemas']['Pair']

/** All pairs with their prices, as the market moves. */
export const Markets = () => (
  <Loaded query={useTradingConfig()}>{({ pairs }) => <PairList pairs={pairs} />}</Loaded>
)

function PairList({ pairs }: Readonly<{ pairs: readonly Pair[] }>) {
  const t = useTexts(tradingTexts)
  const [wanted, setWanted] = useState('')
  const { tickers, connected } = useLiveMarket(pairs.map(({ txPair }) => txPair))
  const shown = pairs.filter(({ txPair }) => txPair.includes(wanted.trim().toUpperCase()))
  return (
    <>
      <input
        type="search"
        value={wanted}
        placeholder={t.search}
        aria-label={t.search}
        onChange={(event) => setWanted(event.target.value)}
      />
      {!connected && <Notice tone="busy">{t.reconnecting}</Notice>}
      <div className="card flush">
        {shown.length === 0 && <Empty>{t.noPairs}</Empty>}
        <ul className="list">
          {shown.map((pair) => (
            <PairRow key={pair.txPair} pair={pair} ticker={tickers[pair.txPair]} />
          ))}
        </ul>
      </div>
    </>
  )
}

function PairRow({ pair, ticker }: Readonly<{ pair: Pair; ticker: Ticker | undefined }>) {
  const t = useTexts(tradingTexts)
  const { baseAsset, quoteAsset, txPair } = pair
  return (
    <li>
      <Link href={`/trade/${txPair}`}>
        <span>
          <strong>{baseAsset}</strong>
          <span className="quiet"> / {quoteAsset}</span>
          {ticker?.stale && (
            <>
              {' '}
              <Status tone="busy">{t.stale}</Status>
            </>
          )}
        </span>
        <span className="wide quiet grow">
          {ticker?.volume && (
            <>
              {t.volume} <Amount value={ticker.volume} symbol={baseAsset} maxDecimals={2} />
            </>
          )}
        </span>
        <span className="price">
          <strong>{ticker?.price ? <Amount value={ticker.price} /> : '–'}</strong>
          <Change ticker={ticker} />
        </span>
      </Link>
    </li>
  )
}
