import { isIPv4 } from 'node:net'
/** Kinds of settings that only the service itself has. */
import path from 'node:path'
import { isAddressRange } from '../../base/settings/environment.ts'
import type { SettingKind } from '../../base/settings/setting.ts'
import { list } from '../../base/settings/setting-kinds.ts'
import { integerOf } from '../../base/values/integers.ts'
import {
  databaseUrlWithoutPassword,
  parseDatabaseUrl,
  withTarget,
} from '../../core/database/driver/database-url.ts'

export const folder: SettingKind<string> = {
  parse: (text, refuse) => {
    if (/\p{Cc}/u.test(text)) refuse('has a control character', 'name a folder without one')
    return path.resolve(text)
  },
}

/** May name several hosts, which URL classes cannot parse. */
export const databaseUrl: SettingKind<string> = {
  parse: (text, refuse) => {
    try {
      parseDatabaseUrl(text)
    } catch (error) {
      const problem = error instanceof RangeError ? error.message : 'cannot be read'
      refuse(problem, 'use one that starts with postgres:// or postgresql://, as libpq reads it')
    }
    return text.replace(/\/+$/, '')
  },
  show: databaseUrlWithoutPassword,
}

export const standbyUrl: SettingKind<string> = {
  ...databaseUrl,
  parse: (text, refuse) => withTarget(databaseUrl.parse(text, refuse), 'standby'),
}

export const addressRanges = list(
  isAddressRange,
  'list addresses or networks, as 10.0.0.0/8, with commas between',
)

/** The widest networks of private addresses; a wider one trusts strangers' `X-Forwarded-For`. */
const widest = { ipv4: 8, ipv6: 7 } as const

const isTooWide = (range: string): boolean => {
  const [address = '', bits] = range.split('/')
  return bits !== undefined && integerOf(bits) < widest[isIPv4(address) ? 'ipv4' : 'ipv6']
}

/** `none`: clients connect directly, with their own addresses. */
export const proxies: SettingKind<readonly string[] | 'none'> = {
  parse: (text, refuse) => {
    if (text === 'none') return text
    const found = addressRanges.parse(text, refuse)
    const wide = found.filter(isTooWide)
    if (wide.length > 0) {
      refuse(`trusts ${wide.join(', ')}, which is most of the world`, 'list your own proxies')
    }
    return found
  },
}

/** `name=value,name=value` with URL-encoded values, as OpenTelemetry defines it. */
export const headers: SettingKind<Readonly<Record<string, string>>> = {
  parse: (text, refuse) => {
    const pairs = text.split(',').map((pair) => {
      const [, name, value] = /^\s*([\w-]+)\s*=\s*([^\s,]+)\s*$/.exec(pair) ?? []
      const decoded = value === undefined ? null : decode(value)
      return name === undefined || decoded === null ? null : ([name, decoded] as const)
    })
    const known = pairs.filter((pair) => pair !== null)
    if (known.length < pairs.length) {
      refuse('cannot be read', 'write name=value, with commas between')
    }
    return Object.fromEntries(known)
  },
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
