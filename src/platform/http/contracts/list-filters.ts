import { field, instant, oneOf, optional, text, withDefault } from './contracts.ts'

/** The parameters of lists of a span of time; `to` is excluded. */
export const spanFields = { from: optional(instant), to: optional(instant) }

/** Added after `cursorFields`: the list is a queue, whose oldest item comes first. */
export const oldestFirst = { sort: withDefault(oneOf(['asc', 'desc']), 'asc') }

export const symbolField = { symbol: optional(text({ max: 12 })) }

/** A day, such as 2026-03-31. */
export const calendarDay = field({ type: 'string', format: 'date' }, (value, fail) =>
  typeof value === 'string' && isCalendarDay(value)
    ? value
    : fail('The :attribute field must be a valid date.'),
)

function isCalendarDay(day: string): boolean {
  if (!/^(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(day)) return false
  const startMs = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(startMs) && dayOf(startMs) === day
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
