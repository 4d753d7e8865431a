import { compareDecimals, divideDecimals, formatDecimal, subtractDecimals } from '@tukar/client'
import { useLanguage } from './language.tsx'

type Point = Readonly<{
  at: string
  value: string
  /** Marked as a point that needs attention. */
  apart: boolean
}>

type SparklineProps = Readonly<{ label: string; points: readonly Point[]; spanMs: number }>

const [width, height, edge] = [100, 20, 2]

/** A line of values over the last span of time, and zero as a thin line; its title is the range. */
export function Sparkline({ label, points, spanMs }: SparklineProps) {
  const language = useLanguage()
  const shown = (value: string) => formatDecimal(value, language)
  const values = ['0', ...points.map(({ value }) => value)]
  const low = values.reduce((one, other) => (compareDecimals(one, other) < 0 ? one : other))
  const high = values.reduce((one, other) => (compareDecimals(one, other) > 0 ? one : other))
  const span = subtractDecimals(high, low)
  const isFlat = compareDecimals(span, '0') === 0
  const y = (value: string): number => {
    const share = isFlat ? 0.5 : Number(divideDecimals(subtractDecimals(value, low), span, 6))
    return height - edge - share * (height - 2 * edge)
  }
  const endMs = Date.parse(points.at(-1)?.at ?? '')
  const x = (at: string): number => width - ((endMs - Date.parse(at)) / spanMs) * width
  const drawn = points.map((point) => ({ ...point, x: x(point.at), y: y(point.value) }))
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{`${shown(low)} – ${shown(high)}`}</title>
      <line x1="0" x2={width} y1={y('0')} y2={y('0')} />
      <path d={drawn.map((at, index) => `${index === 0 ? 'M' : 'L'}${at.x} ${at.y}`).join('')} />
      {drawn
        .filter(({ apart }) => apart)
        .map((at) => (
          <line key={at.at} className="apart" x1={at.x} x2={at.x} y1={at.y} y2={at.y} />
        ))}
    </svg>
  )
}
