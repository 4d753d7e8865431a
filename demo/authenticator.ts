import { generateSync } from 'otplib'

const stepSeconds = 30

export type Shown = Readonly<{ code: string; step: number }>

/** What an authenticator app shows that was given a secret. Each code counts once. */
export function authenticatorWith(
  secret: string,
): Readonly<{ now: () => Shown; next: () => Shown }> {
  let last = 0
  const at = (step: number): Shown => {
    last = step
    return { code: generateSync({ secret, epoch: step * stepSeconds }), step }
  }
  const present = () => Math.floor(Date.now() / 1_000 / stepSeconds)
  return {
    now: () => at(present()),
    /** The code after the last one; a service takes it some seconds before its time. */
    next: () => at(Math.max(last + 1, present())),
  }
}
