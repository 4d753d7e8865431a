/** Reads a printed day, `dd-mm-yyyy`, as `yyyy-mm-dd`; null if there is no such day. */
export function dateIn(text: string): string | null {
  const [, day, month, year] = /^([0-9]{2})-([0-9]{2})-([0-9]{4})$/.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  const at = new Date(`${date}T00:00:00Z`)
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
  return isDay ? date : null
}
