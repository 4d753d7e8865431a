import { addDecimals, compareDecimals, divideDecimals } from '@tukar/client'
import { type ReactNode, useState } from 'react'
import { useLanguage, useTexts } from './language.tsx'
import { uiWords } from './words.ts'

export type DaySeries = Readonly<{
  key: string
  label: string
  /** A decimal of each day, zero or more; negative ones are not drawn. */
  values: readonly string[]
}>

type ChartProps = Readonly<{
  title: string
  /** Days as `2026-03-01`, oldest first. */
  days: readonly string[]
  /** Drawn above each other; at most six. */
  series: readonly DaySeries[]
  /** How a value is shown. */
  format: (value: string) => ReactNode
}>

/** Bars of days, with the same numbers as a table. */
export function DayChart({ title, days, series, format }: ChartProps) {
  const words = useTexts(uiWords)
  const nameOf = useDayName()
  const sums = days.map((_, day) => sumOf(series.map(({ values }) => values[day] ?? '0')))
  const most = sums.reduce((high, sum) => (compareDecimals(sum, high) > 0 ? sum : high), '0')
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const [at, point] = useState<number | null>(null)
  const pointed = at === null ? undefined : days[at]
  return (
    <figure className="day-chart" aria-label={title}>
      <figcaption className="between">
        <h3>{title}</h3>
        <span className="quiet">
          {pointed === undefined ? words.most : nameOf(pointed)}{' '}
          {format(at === null ? most : (sums[at] ?? '0'))}
        </span>
      </figcaption>
      <div className="plot">
        <ol className="scale" aria-hidden="true">
          {scaleOf(most).map((value) => (
            <li key={value} className="scale-value">
              {format(value)}
            </li>
          ))}
        </ol>
        <Bars {...{ days, series, most, at, point }} />
      </div>
      <div className="ends">
        <span>{nameOf(first)}</span>
        <span>{nameOf(last)}</span>
      </div>
      {series.length > 1 && (
        <ul className="legend">
          {series.map(({ key, label, values }, index) => (
            <li key={key}>
              <svg viewBox="0 0 1 1" aria-hidden="true">
                <rect width="1" height="1" className={`series-${index}`} />
              </svg>
              {label}
              {at !== null && <span className="quiet">{format(values[at] ?? '0')}</span>}
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{words.asTable}</summary>
        <DayTable {...{ title, days, series, format }} />
      </details>
    </figure>
  )
}

const sumOf = (values: readonly string[]): string => values.reduce(addDecimals, '0')

/** The values at the top and the middle of the bars; none of bars without a height. */
const scaleOf = (most: string): readonly string[] =>
  compareDecimals(most, '0') > 0 ? [most, divideDecimals(most, '2', 0)].filter(isScale) : []

const isScale = (value: string): boolean => compareDecimals(value, '0') > 0

const height = 100

/** The share of the highest bar, as a length of the drawing. */
function lengthOf(value: string, most: string): number {
  if (compareDecimals(value, '0') <= 0 || compareDecimals(most, '0') <= 0) return 0
  return Number(divideDecimals(value, most, 6)) * height
}

type BarsProps = Pick<ChartProps, 'days' | 'series'> &
  Readonly<{
    most: string
    /** The day whose values are shown. */
    at: number | null
    point: (at: number | null) => void
  }>

/** The drawing says nothing that the table does not say. */
const Bars = ({ days, series, most, at: pointed, point }: BarsProps) => (
  <svg
    viewBox={`0 0 ${days.length} ${height}`}
    preserveAspectRatio="none"
    aria-hidden="true"
    onPointerLeave={() => point(null)}
  >
    {days.map((day, at) => {
      let top = height
      return (
        <g key={day} onPointerEnter={() => point(at)}>
          <rect
            className={at === pointed ? 'day pointed' : 'day'}
            {...{ x: at, y: 0, width: 1, height }}
          />
          {series.map(({ key, values }, index) => {
            const length = lengthOf(values[at] ?? '0', most)
            top -= length
            return (
              <rect
                key={key}
                x={at + 0.1}
                y={top}
                width={0.8}
                height={length}
                className={`series-${index}`}
              />
            )
          })}
        </g>
      )
    })}
  </svg>
)

function DayTable({ title, days, series, format }: ChartProps) {
  const words = useTexts(uiWords)
  const nameOf = useDayName()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls needs the focus.
    <div className="table-of-days" tabIndex={0}>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col" className="numeric">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, at) => (
            <tr key={day}>
              <th scope="row">{nameOf(day)}</th>
              {series.map(({ key, values }) => (
                <td key={key} className="numeric">
                  {format(values[at] ?? '0')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function useDayName(): (day: string) => string {
  const language = useLanguage()
  const format = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return (day) => (day === '' ? '' : format.format(new Date(`${day}T00:00:00Z`)))
}
