import { createPrivateKey, createPublicKey } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** What is wrong with one setting, and what to do about it. */
export type SettingProblem = Readonly<{ name: string; problem: string; mend: string }>

/** What is accepted and should not be overlooked. */
export type SettingWarning = Readonly<{ name: string; warning: string }>

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads named settings and collects what is wrong with them, so that all of it is told at once.
 * Each may also come from the file that `<NAME>_FILE` names. What is empty counts as not given.
 * After a problem a reader answers its fallback; the values are of use only when there is none.
 */
export type Settings = Readonly<{
  problems: SettingProblem[]
  refuse: (name: string, problem: string, mend: string) => void
  warnings: SettingWarning[]
  warn: (name: string, warning: string) => void
  text: (name: string) => string | null
  choice: <const T extends string>(name: string, allowed: readonly T[], fallback: T) => T
  wholeNumber: (name: string, fallback: number, least: number, most: number) => number
  /** Without a slash at its end. */
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

/** Each name is read once, so that its problems are told once. */
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
    refuse(`${name}_FILE`, `can not be read: ${why}`, 'name a file the service may read')
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
      if (chosen === undefined) refuse(name, 'is none of its values', `use ${allowed.join(', ')}`)
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
      // The value may carry a password, so it isn't shown.
      refuse(name, 'is no usable address', `use one that starts with ${protocols.join('// or ')}//`)
      return null
    },
    list: (name, valid, mend) => {
      const items = (text(name) ?? '').split(',').map((item) => item.trim())
      const given = items.filter((item) => item !== '')
      for (const item of given) if (!valid(item)) refuse(name, `has ${item} in it`, mend)
      return given
    },
  }
}

/** An address; the host may be missing where a socket's folder stands in the query instead. */
export const parseUrl = (text: string): URL | null => URL.parse(text.replace('@/', '@localhost/'))

/** An origin exactly as browsers send it, without a path. */
export const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** An address or a network (`10.0.0.0/8`). */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Thirty-two bytes as hex or base64, or null. */
export function keyBytes(text: string): Buffer | null {
  const hex = /^[0-9a-f]{64}$/i.test(text)
  if (!hex && !/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null
  return Buffer.from(text, hex ? 'hex' : 'base64')
}

/** A private key in PEM; environments that can't hold lines have it with `\n` in their place. */
export function privateKeyPem(text: string): string | null {
  const pem = text.replaceAll('\\n', '\n')
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa' ? pem : null
  } catch {
    return null
  }
}

/** A public key in PEM, with `\\n` for its line ends where lines can't be held. */
export function publicKeyPem(text: string): string | null {
  const pem = text.replaceAll('\\n', '\n')
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa' ? pem : null
  } catch {
    return null
  }
}

/** Addresses of this machine alone. */
const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8)
loopbackAddresses.addAddress('::1', 'ipv6')

/** Whether a host, as it stands in an address or is listened on, is this machine alone. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  const family = isIP(plain)
  if (family === 0) return plain === 'localhost' || plain.endsWith('.localhost')
  return loopbackAddresses.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether an address names this machine alone; one that can not be read does not. */
export const isLocalUrl = (text: string): boolean => isLoopback(parseUrl(text)?.hostname ?? '')

/** How a listening address is written in a URL that this machine can call. */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIPv6(host) ? `[${host}]` : host
}

/** What stands for a secret where settings are shown. */
export const masked = '********'

/** Passwords of an address may stand before its host and in its query. */
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
