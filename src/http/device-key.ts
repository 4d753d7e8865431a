import { type HttpRequest, headerOf } from './route.ts'

/** The header in which a sign-in gives a device its key, and in which the device brings it back. */
export const deviceKeyHeader = 'x-device-key'

export const deviceKeyPrefix = 'xdk_'

const deviceKey = /^xdk_[A-Za-z0-9_-]{43}$/

/** The device key that a request brings; null without one, and for what cannot be one. */
export function deviceKeyOf(request: Pick<HttpRequest, 'headers'>): string | null {
  const sent = headerOf(request, deviceKeyHeader)
  return sent !== undefined && deviceKey.test(sent) ? sent : null
}
