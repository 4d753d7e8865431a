import { BlockList, isIP, isIPv6 } from 'node:net'
import { plainRange } from '../values/network.ts'

/** A problem of one setting, and how to fix it. */
export type SettingProblem = Readonly<{ name: string; problem: string; mend: string }>

/** An accepted value that the operator should notice. */
export type SettingWarning = Readonly<{ name: string; warning: string }>

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Finds the texts of settings and collects all problems, so that they are reported together. Each
 * may also come from the file that `<NAME>_FILE` names. Empty values count as not set.
 */
export type Settings = Readonly<{
  problems: SettingProblem[]
  refuse: (name: string, problem: string, mend: string) => void
  warnings: SettingWarning[]
  warn: (name: string, warning: string) => void
  text: (name: string) => string | null
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
  return { problems, refuse, warnings, warn, text }
}

type Refuse = Settings['refuse']

/** Reads each name once, so that its problems are reported once. */
function onceEach(find: (name: string) => string | null): (name: string) => string | null {
  const found = new Map<string, string | null>()
  return (name) => found.getOrInsertComputed(name, find)
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

/** Parses an address; the host may be missing if the query names a socket folder instead. */
export const parseUrl = (text: string): URL | null => URL.parse(text.replace('@/', '@localhost/'))

/** True for an origin exactly as browsers send it, without a path. */
export const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** True for an address or a network (`10.0.0.0/8`). */
export const isAddressRange = (text: string): boolean => plainRange(text) !== null

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
export function withoutPassword(text: string): string {
  const url = parseUrl(text)
  if (url === null) return masked
  if (url.password !== '') url.password = masked
  for (const name of url.searchParams.keys()) {
    if (/pass|secret|token|key/i.test(name)) url.searchParams.set(name, masked)
  }
  return url.href
}
