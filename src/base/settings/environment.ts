import { createPrivateKey, createPublicKey } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** A problem of one setting, and how to fix it. */
export type SettingProblem = Readonly<{ name: string; problem: string; mend: string }>

/** An accepted value that the operator should notice. */
export type SettingWarning = Readonly<{ name: string; warning: string }>

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads named settings and collects all problems, so that they are reported together. Each may also
 * come from the file that `<NAME>_FILE` names. Empty values count as not set. After a problem a
 * reader returns its fallback; the values are usable only if there are no problems.
 */
export type Settings = Readonly<{
  problems: SettingProblem[]
  refuse: (name: string, problem: string, mend: string) => void
  warnings: SettingWarning[]
  warn: (name: string, warning: string) => void
  text: (name: string) => string | null
  choice: <const T extends string>(name: string, allowed: readonly T[], fallback: T) => T
  wholeNumber: (name: string, fallback: number, least: number, most: number) => number
  /** Without a trailing slash. */
  url: (name: string, protocols: readonly string[]) => string | null
  list: (name: string, valid: (item: string) => boolean, mend: string) => readonly string[]
}>

export function settingsFrom(env: Environment, readFile: (path: string) => string): Settings {
  const problems: SettingProblem[] = []
  const refuse = (name: string, problem: string, mend: string) => {
    problems.push({ name, problem, mend })
  }
  const warnings: SettingWarning[] = []
  const warn = (name: string, warning: string) => {
    warnings.push({ name, warning })
  }
  const text = onceEach((name) => findText(env, readFile, refuse, name))
  return { problems, refuse, warnings, warn, text, ...readersOf(text, refuse) }
}

type Refuse = Settings['refuse']

/** Reads each name once, so that its problems are reported once. */
function onceEach(find: (name: string) => string | null): (name: string) => string | null {
  const found = new Map<string, string | null>()
  return (name) => {
    const known = found.get(name)
    if (known !== undefined) return known
    const text = find(name)
    found.set(name, text)
    return text
  }
}

function findText(
  env: Environment,
  readFile: (path: string) => string,
  refuse: Refuse,
  name: string,
): string | null {
  const given = env[name]?.trim() ?? ''
  const path = env[`${name}_FILE`]?.trim() ?? ''
  if (path === '') return given === '' ? null : given
  if (given !== '') refuse(name, `is set, and ${name}_FILE as well`, 'set only one of them')
  try {
    const content = readFile(path).trim()
    if (content === '') refuse(`${name}_FILE`, `${path} is empty`, 'put the value into it')
    return content === '' ? null : content
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown reason'
    refuse(`${name}_FILE`, `cannot be read: ${why}`, 'name a file the service may read')
    return null
  }
}

function readersOf(
  text: Settings['text'],
  refuse: Refuse,
): Pick<Settings, 'choice' | 'wholeNumber' | 'url' | 'list'> {
  return {
    choice: (name, allowed, fallback) => {
      const given = text(name)
      const chosen = given === null ? fallback : allowed.find((item) => item === given)
      if (chosen === undefined) refuse(name, 'is not an allowed value', `use ${allowed.join(', ')}`)
      return chosen ?? fallback
    },
    wholeNumber: (name, fallback, least, most) => {
      const given = text(name)
      if (given === null) return fallback
      const value = /^\d{1,9}$/.test(given) ? Number.parseInt(given, 10) : -1
      if (value >= least && value <= most) return value
      refuse(name, 'is out of range', `use a whole number from ${least} to ${most}`)
      return fallback
    },
    url: (name, protocols) => {
      const given = text(name)
      if (given === null) return null
      if (protocols.includes(parseUrl(given)?.protocol ?? '')) return given.replace(/\/+$/, '')
      // The value may contain a password, so it is not shown.
      refuse(
        name,
        'is not a usable address',
        `use one that starts with ${protocols.join('// or ')}//`,
      )
      return null
    },
    list: (name, valid, mend) => {
      const items = (text(name) ?? '').split(',').map((item) => item.trim())
      const given = items.filter((item) => item !== '')
      for (const item of given) if (!valid(item)) refuse(name, `contains ${item}`, mend)
      return given
    },
  }
}

export const web = ['http:', 'https:']

/** Parses an address; the host may be missing if the query names a socket folder instead. */
export const parseUrl = (text: string): URL | null => URL.parse(text.replace('@/', '@localhost/'))

/** True for an origin exactly as browsers send it, without a path. */
export const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** True for an address or a network (`10.0.0.0/8`). */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Reads 32 bytes as hex or base64; returns null for anything else. */
export function keyBytes(text: string): Buffer | null {
  const hex = /^[0-9a-f]{64}$/i.test(text)
  if (!hex && !/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null
  return Buffer.from(text, hex ? 'hex' : 'base64')
}

/**
 * Returns an RSA private key in PEM, or null; accepts `\n` escapes for environments without line
 * breaks.
 */
export function privateKeyPem(text: string): string | null {
  const pem = text.replaceAll('\\n', '\n')
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa' ? pem : null
  } catch {
    return null
  }
}

/** Returns an RSA public key in PEM, or null; accepts `\n` escapes like `privateKeyPem`. */
export function publicKeyPem(text: string): string | null {
  const pem = text.replaceAll('\\n', '\n')
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa' ? pem : null
  } catch {
    return null
  }
}

const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8)
loopbackAddresses.addAddress('::1', 'ipv6')

/** True if a host, from a URL or a listening address, is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  const family = isIP(plain)
  if (family === 0) return plain === 'localhost' || plain.endsWith('.localhost')
  return loopbackAddresses.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** True if a URL names this machine only; false for invalid URLs. */
export const isLocalUrl = (text: string): boolean => isLoopback(parseUrl(text)?.hostname ?? '')

/** Returns a listening address in the form for a URL that this machine can call. */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIPv6(host) ? `[${host}]` : host
}

/** Replaces secrets where settings are shown. */
export const masked = '********'

/** Masks passwords before the host and secrets in the query of a URL. */
export function withoutPassword(text: string | null, none = '(none)'): string {
  if (text === null) return none
  const url = parseUrl(text)
  if (url === null) return masked
  if (url.password !== '') url.password = masked
  for (const name of url.searchParams.keys()) {
    if (/pass|secret|token|key/i.test(name)) url.searchParams.set(name, masked)
  }
  return url.href
}
