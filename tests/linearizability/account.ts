/** One account of one asset, as a sequential program would keep it. */
import type { Model } from './checker.ts'

export type Input =
  | Readonly<{ kind: 'deposit'; units: bigint }>
  | Readonly<{ kind: 'hold'; id: string; units: bigint }>
  | Readonly<{ kind: 'release' | 'capture'; id: string }>
  | Readonly<{ kind: 'read' }>

export type Output =
  | Readonly<{ kind: 'done' | 'refused' }>
  | Readonly<{ kind: 'seen'; available: bigint; locked: bigint }>

type Account = Readonly<{ available: bigint; held: ReadonlyMap<string, bigint> }>

/** An account that begins with this many available units. */
export const accountModel = (available: bigint): Model<Account, Input, Output> => ({
  initial: { available, held: new Map() },
  step,
  keyOf: ({ available: units, held }) =>
    [units, ...[...held].map(([id, one]) => `${id}:${one}`).toSorted()].join(' '),
})

function step(account: Account, input: Input, output: Output | null): Account | null {
  if (input.kind === 'read') {
    const isTrue =
      output === null ||
      (output.kind === 'seen' &&
        output.available === account.available &&
        output.locked === sumOf(account.held))
    return isTrue ? account : null
  }
  const next = applied(account, input)
  if (output === null) return next ?? account
  if (output.kind === 'refused') return next === null ? account : null
  return next
}

/** The account after a call; null if the call must be refused. */
function applied(
  { available, held }: Account,
  input: Exclude<Input, Readonly<{ kind: 'read' }>>,
): Account | null {
  if (input.kind === 'deposit') return { available: available + input.units, held }
  if (input.kind === 'hold') {
    if (input.units > available) return null
    return { available: available - input.units, held: new Map(held).set(input.id, input.units) }
  }
  const units = held.get(input.id)
  if (units === undefined) return null
  const rest = new Map(held)
  rest.delete(input.id)
  return { available: input.kind === 'release' ? available + units : available, held: rest }
}

const sumOf = (held: ReadonlyMap<string, bigint>): bigint =>
  [...held.values()].reduce((sum, one) => sum + one, 0n)
