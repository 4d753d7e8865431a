import { generateURI, ScureBase32Plugin, verifySync } from 'otplib'

const stepSeconds = 30
const stepsAround = 1
const base32 = new ScureBase32Plugin()

/** Encodes a secret in base32, as authenticator apps expect it. */
export const secretText = (bytes: Uint8Array): string => base32.encode(bytes)

/** The URL in the QR code that an authenticator app scans. */
export const otpauthUrl = (email: string, secret: string): string =>
  generateURI({ issuer: 'Tukar', label: email, secret })

/** Builds what an owner needs to add a secret to an app. The QR code is a PNG in a data URL. */
export async function enrolmentOf(
  email: string,
  secret: string,
): Promise<Readonly<{ secret2FA: string; otpauthUrl: string; qrCode: string }>> {
  const { toDataURL } = await import('qrcode')
  const url = otpauthUrl(email, secret)
  return { secret2FA: secret, otpauthUrl: url, qrCode: await toDataURL(url) }
}

/**
 * Returns the 30-second step of a code, if it is that of the present step or one of its two
 * neighbours; otherwise null. Codes are six digits of HMAC-SHA-1, which every app supports.
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
