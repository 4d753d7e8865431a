import { addDecimals, compareDecimals, divideDecimals } from '@tukar/client'
import { Fragment, type ReactNode, useState } from 'react'
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

/** Bars of days between their axes, with the same numbers as a table. */
export function DayChart({ title, days, series, format }: ChartProps) {
  const words = useTexts(uiWords)
  const sums = days.map((_, day) => sumOf(series.map(({ values }) => values[day] ?? '0')))
  const most = sums.reduce((high, sum) => (compareDecimals(sum, high) > 0 ? sum : high), '0')
  const scale = scaleOf(most)
  const [at, point] = useState<number | null>(null)
  return (
    <figure className="day-chart" aria-label={title}>
      <figcaption className="between">
        <h3>{title}</h3>
        <span className="quiet">
          {words.most} {format(most)}
        </span>
      </figcaption>
      <div className="plot">
        <ValueAxis scale={scale} />
        <div className="bars">
          <Bars {...{ days, series, scale, at, point }} />
          {at !== null && <DayValues {...{ days, series, format, at }} sum={sums[at] ?? '0'} />}
        </div>
        <DayAxis days={days} />
      </div>
      {series.length > 1 && (
        <ul className="legend">
          {series.map(({ key, label }, index) => (
            <li key={key}>
              <Swatch index={index} />
              {label}
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

const Swatch = ({ index }: Readonly<{ index: number }>) => (
  <svg className="swatch" viewBox="0 0 1 1" aria-hidden="true">
    <rect width="1" height="1" className={`series-${index}`} />
  </svg>
)

/** Two to five round values above zero, the last one above all bars; none without bars. */
function scaleOf(most: string): readonly string[] {
  if (compareDecimals(most, '0') <= 0) return []
  const [whole = '0'] = most.split('.')
  const zeros = '0'.repeat(whole.length - 1)
  const [lead = '0'] = whole
  const halved = zeros === '' ? '1' : `5${zeros.slice(1)}`
  const step = lead === '0' ? '1' : lead === '1' ? halved : `${lead >= '5' ? 2 : 1}${zeros}`
  const values = [step]
  for (let last = step; compareDecimals(last, most) < 0; ) {
    last = addDecimals(last, step)
    values.push(last)
  }
  return values
}

const height = 100

/** The share of the highest value of the axis, as a length of the drawing. */
function lengthOf(value: string, scale: readonly string[]): number {
  const top = scale.at(-1)
  if (top === undefined || compareDecimals(value, '0') <= 0) return 0
  return Number(divideDecimals(value, top, 6)) * height
}

/** The axes are pictures as well: the table has the days and the exact values. */
function ValueAxis({ scale }: Readonly<{ scale: readonly string[] }>) {
  const short = new Intl.NumberFormat(useLanguage(), { notation: 'compact' })
  return (
    <ol className="values" aria-hidden="true">
      {['0', ...scale].map((value) => (
        <li key={value} className="value-tick" style={{ bottom: `${lengthOf(value, scale)}%` }}>
          {short.format(Number(value))}
        </li>
      ))}
    </ol>
  )
}

const daysPerTick = 7

function DayAxis({ days }: Pick<ChartProps, 'days'>) {
  const nameOf = useDayName()
  return (
    <ol className="days" aria-hidden="true">
      {days.map(
        (day, at) =>
          (days.length - 1 - at) % daysPerTick === 0 && (
            <li
              key={day}
              className="day-tick"
              style={{ left: `${((at + 0.5) / days.length) * 100}%` }}
            >
              {nameOf(day)}
            </li>
          ),
      )}
    </ol>
  )
}

type DayValuesProps = Omit<ChartProps, 'title'> & Readonly<{ at: number; sum: string }>

/** The values of the day under the pointer, beside it. */
function DayValues({ days, series, format, at, sum }: DayValuesProps) {
  const nameOf = useDayName()
  const side = at < days.length / 2 ? 'right' : 'left'
  return (
    <div className={`pointed-values ${side}`} aria-hidden="true">
      <b>{nameOf(days[at] ?? '')}</b>
      <b>{format(sum)}</b>
      {series.length > 1 &&
        series.map(({ key, label, values }, index) => (
          <Fragment key={key}>
            <span>
              <Swatch index={index} /> {label}
            </span>
            <span>{format(values[at] ?? '0')}</span>
          </Fragment>
        ))}
    </div>
  )
}

type BarsProps = Pick<ChartProps, 'days' | 'series'> &
  Readonly<{
    scale: readonly string[]
    /** The day whose values are shown. */
    at: number | null
    point: (at: number | null) => void
  }>

/** The drawing says nothing that the table does not say. */
const Bars = ({ days, series, scale, at: pointed, point }: BarsProps) => (
  <svg
    className="drawing"
    viewBox={`0 0 ${days.length} ${height}`}
    preserveAspectRatio="none"
    aria-hidden="true"
    onPointerLeave={() => point(null)}
  >
    {scale.map((value) => {
      const y = height - lengthOf(value, scale)
      return <line key={value} className="grid-line" x2={days.length} y1={y} y2={y} />
    })}
    {days.map((day, at) => {
      let top = height
      return (
        <g key={day} onPointerEnter={() => point(at)}>
          <rect
            className={at === pointed ? 'day pointed' : 'day'}
            {...{ x: at, y: 0, width: 1, height }}
          />
          {series.map(({ key, values }, index) => {
            const length = lengthOf(values[at] ?? '0', scale)
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
