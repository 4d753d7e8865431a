import type { Language } from '@tukar/client'

export const zone = { timeZone: 'Asia/Jakarta' } as const

/** A calendar day such as `2026-03-31`, which is the same in every time zone. */
export const writtenDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'medium' }).format(new Date(day))

/** A point in time in Jakarta; it breaks between the date and the time only. */
export function jakartaTime(at: string, language: Language): string {
  const part = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...zone, ...style })
      .format(new Date(at))
      .replaceAll(/\s/gu, '\u00a0')
  return `${part({ dateStyle: 'medium' })}, ${part({ timeStyle: 'short' })}\u00a0WIB`
}
