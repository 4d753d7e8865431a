import type { Language } from '@tukar/client'

export const zone = { timeZone: 'Asia/Jakarta' } as const

/** A point in time in Jakarta; it breaks between the date and the time only. */
export function jakartaTime(at: string, language: Language): string {
  const part = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...zone, ...style })
      .format(new Date(at))
      .replaceAll(/\s/gu, '\u00a0')
  return `${part({ dateStyle: 'medium' })}, ${part({ timeStyle: 'short' })}\u00a0WIB`
}
