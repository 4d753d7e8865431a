import type { Random } from '../../base/secrets/crypto.ts'
import { eventLimits } from './event-limits.ts'

const { pausesSeconds, attemptedSeconds } = eventLimits

/**
 * The pause after this many failed attempts in milliseconds, between four and six fifths of the
 * planned one, so that subscribers are not called in step.
 */
export function pauseAfterMs(attempts: number, random: Random): number {
  const at = Math.min(attempts, pausesSeconds.length) - 1
  const seconds = pausesSeconds[at] ?? pausesSeconds[0]
  return Math.round(seconds * 1_000 * (0.8 + 0.4 * (random.bytes(1).readUInt8() / 255)))
}

/** Whether an event that was first attempted then is not attempted again. */
export const isGivenUp = (firstAt: Date, now: Date): boolean =>
  now.getTime() - firstAt.getTime() >= attemptedSeconds * 1_000
