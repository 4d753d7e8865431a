import { no } from './refusal.ts'

/** The parameters of a call, by name. */
export type Params = Readonly<Record<string, string>>

export const missing = (name: string) =>
  no(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`)

const illegal = (name: string, legal: string) =>
  no(-1100, `Illegal characters found in parameter '${name}'; legal range is '${legal}'.`)

export const invalid = (name: string) =>
  no(-1130, `Data sent for parameter '${name}' is not valid.`)

export const badCombination = () => no(-1128, 'Combination of optional parameters invalid.')

/** Refuses empty and unknown parameters, as the venue does. */
export function checkNames(params: Params, known: readonly string[]): void {
  const names = Object.keys(params)
  if (names.length > known.length) {
    const counts = `expected '${known.length}' and received '${names.length}'`
    throw no(-1101, `Too many parameters; ${counts}.`)
  }
  const read = names.filter((name) => known.includes(name)).length
  if (read < names.length) {
    const counts = `read '${read}' parameter(s) but was sent '${names.length}'`
    throw no(-1104, `Not all sent parameters were read; ${counts}.`)
  }
  const empty = names.find((name) => params[name] === '')
  if (empty !== undefined) throw no(-1105, `Parameter '${empty}' was empty.`)
}

export function required(params: Params, name: string): string {
  const text = params[name]
  if (text === undefined) throw missing(name)
  return text
}

const symbolForm = '^[A-Z0-9-_.]{1,20}$'

export function checkSymbol(symbol: string): string {
  if (!/^[A-Z0-9\-_.]{1,20}$/.test(symbol)) throw illegal('symbol', symbolForm)
  return symbol
}

const numberForm = '^[0-9]{1,20}$'

/** Returns a whole number, or null if it was not sent. */
export function numberOf(params: Params, name: string): number | null {
  const text = params[name]
  if (text === undefined) return null
  if (!/^[0-9]{1,20}$/.test(text)) throw illegal(name, numberForm)
  if (!Number.isSafeInteger(Number(text))) throw no(-1108, `Parameter '${name}' overflowed.`)
  return Number(text)
}

/** Returns the requested number of rows, at most `most`. */
export function limitOf(params: Params, otherwise: number, most = 1_000): number {
  const limit = numberOf(params, 'limit') ?? otherwise
  if (limit === 0) throw invalid('limit')
  return Math.min(limit, most)
}

const idForm = '^[a-zA-Z0-9-_]{1,36}$'

export function clientIdOf(params: Params, name: string): string | null {
  const text = params[name]
  if (text === undefined) return null
  if (!/^[a-zA-Z0-9\-_]{1,36}$/.test(text)) throw illegal(name, idForm)
  return text
}

export function flagOf(params: Params, name: string): boolean | null {
  const text = params[name]
  if (text === undefined) return null
  if (text !== 'true' && text !== 'false') throw illegal(name, 'true|false')
  return text === 'true'
}

/** Returns one of `choices`, or null if none was sent. */
export function choiceOf<Choice extends string>(
  params: Params,
  name: string,
  choices: readonly Choice[],
  refusal: Error = invalid(name),
): Choice | null {
  const text = params[name]
  if (text === undefined) return null
  const found = choices.find((choice) => choice === text)
  if (found === undefined) throw refusal
  return found
}
