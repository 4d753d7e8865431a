import { type HttpRequest, headerOf } from '../route.ts'

/** The header in which a sign-in response issues a device key, and in which the device sends it. */
export const deviceKeyHeader = 'x-device-key'

export const deviceKeyPrefix = 'xdk_'

const deviceKey = /^xdk_[A-Za-z0-9_-]{43}$/

/** Returns the device key of a request; null if it is absent or malformed. */
export function deviceKeyOf(request: Pick<HttpRequest, 'headers'>): string | null {
  const sent = headerOf(request, deviceKeyHeader)
  return sent !== undefined && deviceKey.test(sent) ? sent : null
}
