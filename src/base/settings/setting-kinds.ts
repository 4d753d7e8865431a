/** The kinds of settings. After a problem each returns a value that is not used. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { isAddressRange, parseUrl, withoutPassword } from './environment.ts'
import type { SettingKind } from './setting.ts'

export const anyText: SettingKind<string> = { parse: (text) => text }

/** A text that matches the pattern. */
export const matching = (pattern: RegExp, problem: string, mend: string): SettingKind<string> => ({
  parse: (text, refuse) => {
    if (!pattern.test(text)) refuse(problem, mend)
    return text
  },
})

export const choice = <const Text extends string>(
  ...allowed: readonly [Text, ...Text[]]
): SettingKind<Text> => ({
  parse: (text, refuse) => {
    const chosen = allowed.find((one) => one === text)
    if (chosen === undefined) refuse('is not an allowed value', `use ${allowed.join(', ')}`)
    return chosen ?? allowed[0]
  },
})

/** True for the first text, false for the second. */
export const toggle = (yes: string, no: string): SettingKind<boolean> => ({
  parse: (text, refuse) => {
    choice(yes, no).parse(text, refuse)
    return text === yes
  },
  show: (shown) => (shown === 'true' ? yes : no),
})

export const wholeNumber = (least: number, most: number): SettingKind<number> => ({
  parse: (text, refuse) => {
    const value = /^\d{1,9}$/.test(text) ? Number.parseInt(text, 10) : -1
    if (value >= least && value <= most) return value
    refuse('is out of range', `use a whole number from ${least} to ${most}`)
    return least
  },
})

export const port = wholeNumber(0, 65_535)

/** A number from 0 to 1. */
export const ratio: SettingKind<number> = {
  parse: (text, refuse) => {
    const value = Number(text)
    if (!(value >= 0 && value <= 1)) refuse('is not a ratio', 'use a number from 0 to 1')
    return value
  },
}

/** An address without a trailing slash. It may contain a password, so a wrong one is not shown. */
export const url = (...protocols: readonly string[]): SettingKind<string> => ({
  parse: (text, refuse) => {
    if (!protocols.includes(parseUrl(text)?.protocol ?? '')) {
      const mend = `use one that starts with ${protocols.join('// or ')}//`
      refuse('is not a usable address', mend)
    }
    return text.replace(/\/+$/, '')
  },
  show: withoutPassword,
})

export const webUrl = url('http:', 'https:')

/** Items with commas between. */
export const list = (
  isValid: (item: string) => boolean,
  mend: string,
): SettingKind<readonly string[]> => ({
  parse: (text, refuse) => {
    const items = itemsOf(text).filter((item) => item !== '')
    for (const item of items) if (!isValid(item)) refuse(`contains ${item}`, mend)
    return items
  },
})

export const itemsOf = (text: string): readonly string[] =>
  text.split(',').map((item) => item.trim())

/** The addresses and networks of a provider's callbacks. */
export const callbackSourcesOf = (provider: string): SettingKind<readonly string[]> =>
  list(
    isAddressRange,
    `list addresses or networks of ${provider}, as 203.0.113.0/28, with commas between`,
  )

/** A secret, or the old and the new one with a comma between, during a change. */
export const rotating: SettingKind<readonly [string, ...string[]]> = {
  parse: (text, refuse) => {
    const [first = '', ...more] = itemsOf(text)
    if (more.length > 1 || more.some((one) => one === first || one === '' || first === '')) {
      const mend = 'list the old and the new one with a comma between'
      refuse('is neither one value nor two different ones', mend)
    }
    return [first, ...more]
  },
}

export const keyMend = 'set it to 32 random bytes, for example from: openssl rand -base64 32'

/** 32 bytes as hex or base64, or several such keys with commas between. */
export const keys: SettingKind<readonly [Buffer, ...Buffer[]]> = {
  parse: (text, refuse) => {
    const parts = itemsOf(text)
    const found = parts.flatMap((part) => keyBytes(part) ?? [])
    const [first = Buffer.alloc(32), ...others] = found
    if (found.length < parts.length) {
      refuse('is not 32 bytes as base64 or hex', keyMend)
    } else if (new Set(found.map((one) => one.toString('hex'))).size < found.length) {
      refuse('contains one key twice', 'list each key once, with commas between')
    }
    return [first, ...others]
  },
}

function keyBytes(text: string): Buffer | null {
  const isHex = /^[0-9a-f]{64}$/i.test(text)
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
  return isHex || isBase64 ? Buffer.from(text, isHex ? 'hex' : 'base64') : null
}

/** An RSA key in PEM; `\n` may stand for line ends, for environments without line breaks. */
const pem = (
  half: string,
  read: (text: string) => KeyObject,
  mend: string,
): SettingKind<string> => ({
  parse: (text, refuse) => {
    const lines = text.replaceAll('\\n', '\n')
    if (!isRsa(() => read(lines))) refuse(`is not an RSA ${half} key in PEM`, mend)
    return lines
  },
})

export const privateKey = pem('private', createPrivateKey, 'set it to the key of the API account')
export const publicKey: SettingKind<string> = {
  ...pem('public', createPublicKey, 'set it to the PEM that the provider publishes'),
  show: (text) => text.replaceAll('\n', '\\n'),
}

function isRsa(read: () => KeyObject): boolean {
  try {
    return read().asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
