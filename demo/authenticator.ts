import { setTimeout as pause } from 'node:timers/promises'
import { generateSync } from 'otplib'

const stepMs = 30_000
const safetyMs = 1_500

export type Authenticator = Readonly<{
  /** The earliest code that was not used yet and still counts; each counts once. */
  next: () => Promise<string>
}>

/**
 * An authenticator app with a secret. A service accepts the previous, the present and the next
 * code, so three can be used without waiting for the clock.
 */
export function authenticatorWith(secret: string): Authenticator {
  let last = 0
  return {
    async next() {
      const nowMs = Date.now()
      const present = Math.floor(nowMs / stepMs)
      const endsSoon = stepMs - (nowMs % stepMs) < safetyMs
      last = Math.max(last + 1, endsSoon ? present : present - 1)
      const takenFromMs = (last - 1) * stepMs
      if (takenFromMs > nowMs) await pause(takenFromMs - nowMs + safetyMs)
      return generateSync({ secret, epoch: (last * stepMs) / 1_000 })
    },
  }
}
