/** Returns the same day of another year; `instead` of February 29 in a year that has none. */
const yearsFrom = (day: string, years: number, instead: string): string =>
  `${Number(day.slice(0, 4)) + years}${day.slice(4).replace('-02-29', instead)}`

/**
 * Returns the bounds of both ends of a span; an end that is empty bounds nothing. The service
 * refuses more than a year, and an end before the start.
 */
export const spanBounds = (startDate: string, endDate: string) => ({
  startDate: { min: endDate && yearsFrom(endDate, -1, '-03-01'), max: endDate },
  endDate: { min: startDate, max: startDate && yearsFrom(startDate, 1, '-02-28') },
})
