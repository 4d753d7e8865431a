import type { Language } from '@tukar/client'
import { useEffect, useState } from 'react'
import { jakartaTime, zone } from './jakarta-time.ts'
import { useLanguage } from './language.tsx'

/** A point in time in Jakarta, with the time since then as its title. */
export function Time({ at, relative = false }: Readonly<{ at: string; relative?: boolean }>) {
  const language = useLanguage()
  const now = useNow()
  const absolute = jakartaTime(at, language)
  const since = timeSince(at, now, language)
  return (
    <time dateTime={at} title={relative ? absolute : since}>
      {relative ? since : absolute}
    </time>
  )
}

/** Hours, minutes and seconds in Jakarta, of something that has just happened. */
export function ClockTime({ at }: Readonly<{ at: string }>) {
  const language = useLanguage()
  const clock = new Intl.DateTimeFormat(language, {
    ...zone,
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  return (
    <time dateTime={at} title={jakartaTime(at, language)}>
      {clock.format(new Date(at))}
    </time>
  )
}

/** The same as text, followed by the time since then. */
export const TimeAndAge = ({ at }: Readonly<{ at: string }>) => (
  <>
    <Time at={at} />{' '}
    <span className="quiet">
      (<Time at={at} relative />)
    </span>
  </>
)

/** The current time, renewed each half minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

function timeSince(at: string, nowMs: number, language: Language): string {
  const ahead = Math.round((Date.parse(at) - nowMs) / 1_000)
  // What has just happened may be ahead of a time that is renewed each half minute.
  const seconds = ahead > 0 && ahead <= 30 ? 0 : ahead
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return format.format(Math.round(seconds / length), unit)
}
