import { formatDecimal, type Language } from '@tukar/client'
import {
  CandlestickSeries,
  type Time as ChartTime,
  ColorType,
  createChart,
  type IChartApi,
  type ISeriesApi,
  type MouseEventHandler,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef, useState } from 'react'
import { Amount } from './amount.tsx'
import { useLanguage, useTexts } from './language.tsx'
import { Time } from './time.tsx'
import { uiWords } from './words.ts'

/** A candle with exact prices; `time` is the beginning of its interval. */
export type Candle = Readonly<{
  time: string
  open: string
  high: string
  low: string
  close: string
}>

type ChartProps = Readonly<{
  label: string
  candles: readonly Candle[]
  /** The newest candle, which still changes. */
  running: Candle | null
  /** Decimals of the price axis. */
  decimals: number
}>

type Drawn = Readonly<{ chart: IChartApi; series: ISeriesApi<'Candlestick'> }>

/** Candles of a pair. A chart is a picture: its prices are floats, and no sum uses them. */
export function CandleChart({ label, candles, running, decimals }: ChartProps) {
  const language = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const series = drawn?.series
  useEffect(() => {
    if (place.current === null) return
    const { chart, series: candlesticks, stop } = startChart(place.current, decimals, language)
    setDrawn({ chart, series: candlesticks })
    return () => {
      setDrawn(null)
      stop()
      chart.remove()
    }
  }, [decimals, language])
  useEffect(() => series?.setData(candles.map(pointOf)), [series, candles])
  useEffect(() => {
    const newest = candles.at(-1)
    if (running === null || newest === undefined) return
    if (Date.parse(running.time) >= Date.parse(newest.time)) series?.update(pointOf(running))
  }, [series, candles, running])
  const [at, point] = useState<number | null>(null)
  useEffect(() => {
    const chart = drawn?.chart
    const move: MouseEventHandler<ChartTime> = ({ time }) =>
      point(typeof time === 'number' ? time : null)
    chart?.subscribeCrosshairMove(move)
    return () => chart?.unsubscribeCrosshairMove(move)
  }, [drawn])
  const newest = running ?? candles.at(-1)
  const pointed = candles.find((candle) => pointOf(candle).time === at) ?? newest
  return (
    <>
      {pointed !== undefined && <CandleValues candle={pointed} decimals={decimals} />}
      <div className="chart" ref={place} role="img" aria-label={label} />
    </>
  )
}

type CandleValuesProps = Readonly<{ candle: Candle; decimals: number }>

/** The values of the candle under the pointer, or of the newest one. */
function CandleValues({ candle, decimals }: CandleValuesProps) {
  const words = useTexts(uiWords)
  const values = [
    [words.open, candle.open],
    [words.high, candle.high],
    [words.low, candle.low],
    [words.closing, candle.close],
  ] as const
  return (
    <p className="candle-values">
      <Time at={candle.time} />
      {values.map(([name, value]) => (
        <span key={name}>
          <span className="quiet">{name}</span> <Amount value={value} minDecimals={decimals} />
        </span>
      ))}
    </p>
  )
}

const jakartaSeconds = 7 * 3_600

/** The chart shows times as UTC; users read the time in Jakarta. */
const pointOf = ({ time, open, high, low, close }: Candle) => ({
  time: chartTime(Date.parse(time) / 1_000 + jakartaSeconds),
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
})

const isChartTime = (seconds: number): seconds is UTCTimestamp => Number.isInteger(seconds)

function chartTime(seconds: number): UTCTimestamp {
  if (!isChartTime(seconds)) throw new RangeError(`a candle begins at ${seconds}`)
  return seconds
}

function startChart(place: HTMLElement, decimals: number, language: Language) {
  const chart = createChart(place, {
    autoSize: true,
    // The logo is a style element, which the page's policy refuses; the screen names the library.
    layout: { attributionLogo: false, fontSize: 12 },
    timeScale: { timeVisible: true, borderVisible: false },
    rightPriceScale: { borderVisible: false },
    localization: {
      locale: language,
      priceFormatter: (price: number) =>
        formatDecimal(price.toFixed(decimals), language, { minDecimals: decimals }),
    },
  })
  const drawn = chart.addSeries(CandlestickSeries, {
    priceFormat: { type: 'price', precision: decimals, minMove: 1 / 10 ** decimals },
  })
  const scheme = window.matchMedia('(prefers-color-scheme: dark)')
  const paint = () => applyColours(chart, drawn, place)
  paint()
  scheme.addEventListener('change', paint)
  return { chart, series: drawn, stop: () => scheme.removeEventListener('change', paint) }
}

/** Takes the colours of `ui.css`; a canvas does not know custom properties. */
function applyColours(
  chart: IChartApi,
  drawn: ISeriesApi<'Candlestick'>,
  place: HTMLElement,
): void {
  const probe = place.appendChild(document.createElement('i'))
  const colour = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const [gain, loss] = [colour('--gain'), colour('--loss')]
  const line = { color: colour('--sunken') }
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: colour('--quiet'),
    },
    grid: { vertLines: line, horzLines: line },
  })
  drawn.applyOptions({
    upColor: gain,
    wickUpColor: gain,
    borderVisible: false,
    downColor: loss,
    wickDownColor: loss,
  })
  probe.remove()
}
