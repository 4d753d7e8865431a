import type { UserId } from '../../base/values/ids.ts'

/** The chart of accounts; the numbers are those of the table account_kinds. */
export const accountKinds = {
  available: 1,
  locked: 2,
  custody: 3,
  venue: 4,
  payx: 5,
  payd: 6,
  bank: 7,
  fees: 8,
  tax: 9,
  rounding: 10,
  receivable: 11,
  suspense: 12,
  treasury: 13,
  taxCoins: 14,
  vat: 15,
} as const

export const houseKinds = [
  'custody',
  'venue',
  'payx',
  'payd',
  'bank',
  'fees',
  'tax',
  'rounding',
  'receivable',
  'suspense',
  'treasury',
  'taxCoins',
  'vat',
] as const satisfies readonly (keyof typeof accountKinds)[]

type UserKind = 'available' | 'locked'
export type HouseKind = (typeof houseKinds)[number]

export type UserAccount = Readonly<{ kind: UserKind; user: UserId }>
export type HouseAccount = Readonly<{ kind: HouseKind }>
export type Account = UserAccount | HouseAccount

export const available = (user: UserId): UserAccount => ({ kind: 'available', user })
export const locked = (user: UserId): UserAccount => ({ kind: 'locked', user })
export const house = (kind: HouseKind): HouseAccount => ({ kind })

const kindNames: ReadonlyMap<number, Account['kind']> = new Map(
  [...houseKinds, 'available' as const, 'locked' as const].map((kind) => [
    accountKinds[kind],
    kind,
  ]),
)

/** Returns the name of an account's kind. */
export function accountKind(id: number): Account['kind'] {
  const kind = kindNames.get(id)
  if (kind === undefined) throw new RangeError(`no account has the number ${id}`)
  return kind
}

const houseKindsById: ReadonlyMap<number, HouseKind> = new Map(
  houseKinds.map((kind) => [accountKinds[kind], kind]),
)

export function houseKind(id: number): HouseKind {
  const kind = houseKindsById.get(id)
  if (kind === undefined) throw new RangeError(`no house account has the number ${id}`)
  return kind
}

export const isUserAccount = (account: Account): account is UserAccount => 'user' in account
