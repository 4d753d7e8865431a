import { generateURI, ScureBase32Plugin, verifySync } from 'otplib'

const stepSeconds = 30
const stepsAround = 1
const base32 = new ScureBase32Plugin()

/** A secret in the letters that authenticator apps take. */
export const secretText = (bytes: Uint8Array): string => base32.encode(bytes)

/** What an authenticator app reads out of the picture. */
export const otpauthUrl = (email: string, secret: string): string =>
  generateURI({ issuer: 'Tukar', label: email, secret })

/**
 * The step of thirty seconds whose code this is, among the present one and its two neighbours;
 * null for every other code. Six digits of HMAC-SHA-1, which every app knows.
 */
export function stepOfCode(secret: string, code: string, epochSeconds: number): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null
  const found = verifySync({
    secret,
    token: code,
    algorithm: 'sha1',
    digits: 6,
    period: stepSeconds,
    epoch: epochSeconds,
    epochTolerance: stepsAround * stepSeconds,
  })
  return found.valid && 'timeStep' in found ? found.timeStep : null
}
