import { compareDecimals, type components } from '@tukar/client'
import { lazy, Suspense, useState } from 'react'
import type { Candle } from '../../ui/candle-chart.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded, Spinner } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useRead } from '../data.ts'
import { pairName } from '../pair-name.ts'
import { tradingTexts } from '../texts/trading.ts'

const CandleChart = lazy(async () => ({
  default: (await import('../../ui/candle-chart.tsx')).CandleChart,
}))

const minuteMs = 60_000
const intervals = [
  { key: '1m', title: '1m', ms: minuteMs },
  { key: '15m', title: '15m', ms: 15 * minuteMs },
  { key: '1h', title: '1h', ms: 60 * minuteMs },
  { key: '1d', title: '1d', ms: 24 * 60 * minuteMs },
] as const
type Interval = (typeof intervals)[number]['key']

const shownCandles = 200

type ApiCandle = components['schemas']['Candle']
type ChartProps = Readonly<{
  txPair: string
  priceTick: string
  /** The last price, which moves the newest candle. */
  price: string | null
}>

/** The candles of a pair; the newest one follows the market. */
export function PairChart({ txPair, priceTick, price }: ChartProps) {
  const t = useTexts(tradingTexts)
  const [interval, setInterval] = useState<Interval>('1m')
  const query = useCandles(txPair, interval)
  return (
    <section className="card" aria-label={t.chart(pairName(txPair))}>
      <Tabs label={t.interval} tabs={intervals} value={interval} onChange={setInterval} />
      <Loaded query={query}>
        {(candles) => (
          <Suspense fallback={<Spinner />}>
            <CandleChart
              label={t.chart(pairName(txPair))}
              candles={candles}
              running={runningCandle(candles.at(-1), price)}
              decimals={priceTick.split('.')[1]?.length ?? 0}
            />
          </Suspense>
        )}
      </Loaded>
      <a className="hint" href="https://www.tradingview.com/" rel="noreferrer">
        {t.chartBy}
      </a>
    </section>
  )
}

/** The history of candles, read again when a new one has begun. */
function useCandles(txPair: string, interval: Interval) {
  return useRead(
    ['market', 'candles', txPair, interval],
    async (tukar) => {
      const query = { symbol: txPair, interval, limit: shownCandles }
      const found = await tukar.get('/api/exchange/venue/history', { params: { query } })
      return 'data' in found ? [] : found.map(candleOf)
    },
    { refetchInterval: minuteMs },
  )
}

const candleOf = ({ openTime, open, high, low, close }: ApiCandle): Candle => ({
  time: new Date(openTime).toISOString(),
  open,
  high,
  low,
  close,
})

function runningCandle(newest: Candle | undefined, price: string | null): Candle | null {
  if (newest === undefined || price === null) return null
  return {
    ...newest,
    high: compareDecimals(price, newest.high) > 0 ? price : newest.high,
    low: compareDecimals(price, newest.low) < 0 ? price : newest.low,
    close: price,
  }
}
