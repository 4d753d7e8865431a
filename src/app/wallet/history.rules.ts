import { startOfJakartaDay } from '../../base/clock.ts'
import { refuse } from '../../base/refusal.ts'
import { integerOf } from '../../base/values/integers.ts'

const dayMs = 86_400_000
const jakartaOffsetMs = 7 * 3_600_000

export type HistorySpan = Readonly<{ from: Date | null; until: Date | null }>

/**
 * Returns the time span of two Jakarta days, both included. If both are given, refuses more than a
 * year and an end before the start.
 */
export function spanOf(startDate: string | undefined, endDate: string | undefined): HistorySpan {
  const from = startDate === undefined ? null : startOfJakartaDay(startDate)
  const until =
    endDate === undefined ? null : new Date(startOfJakartaDay(endDate).getTime() + dayMs)
  if (startDate !== undefined && endDate !== undefined) {
    if (endDate < startDate) return notAfterStart()
    if (endDate > aYearAfter(startDate)) return tooLong()
  }
  return { from, until }
}

/** The same day of the next year, to compare days with; a year has 365 days or 366. */
const aYearAfter = (day: string): string => `${integerOf(day.slice(0, 4)) + 1}${day.slice(4)}`

/** Returns the time span of a Jakarta year or of one of its months; unbounded without a year. */
export function taxSpan(year: number | undefined, month: number | undefined): HistorySpan {
  if (year === undefined) return { from: null, until: null }
  const first = month === undefined ? 0 : month - 1
  const months = month === undefined ? 12 : 1
  const startOf = (index: number) => new Date(Date.UTC(year, index, 1) - jakartaOffsetMs)
  return { from: startOf(first), until: startOf(first + months) }
}

const notAfterStart = (): never =>
  refuse('api.validation_failed', {
    text: 'The end date field must be a date after or equal to start date.',
  })

const tooLong = (): never =>
  refuse('api.validation_failed', {
    text: 'The end date field must be within one year of start date.',
  })
