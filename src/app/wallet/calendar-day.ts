import { field } from '../../platform/http/contracts/contracts.ts'

export const calendarDay = field({ type: 'string', format: 'date' }, (value, fail) => {
  const day = typeof value === 'string' ? value.trim() : ''
  return isCalendarDay(day) ? day : fail('The :attribute field must be a valid date.')
})

function isCalendarDay(day: string): boolean {
  if (!/^(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(day)) return false
  const startMs = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(startMs) && dayOf(startMs) === day
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
