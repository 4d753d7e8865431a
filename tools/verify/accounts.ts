import { moveColumns, type Row } from './columns.ts'
import type { Findings } from './finding.ts'

const places = Object.fromEntries(moveColumns.map((name, at) => [name, at]))
const place = (name: (typeof moveColumns)[number]): number => places[name] ?? 0
const at = {
  asset: place('asset_id'),
  fromKind: place('from_kind'),
  fromUser: place('from_user'),
  fromAfter: place('from_after'),
  toKind: place('to_kind'),
  toUser: place('to_user'),
  toAfter: place('to_after'),
  units: place('units'),
}

export type Move = Readonly<{
  posting: number
  line: number
  asset: string
  fromKind: number
  fromUser: string
  fromAfter: string
  toKind: number
  toUser: string
  toAfter: string
  units: bigint
  tx: number
}>

export const moveOf = ({ id, line, cells, tx }: Row): Move => ({
  posting: id,
  line,
  asset: cells[at.asset] ?? '',
  fromKind: Number(cells[at.fromKind]),
  fromUser: cells[at.fromUser] ?? '',
  fromAfter: cells[at.fromAfter] ?? '',
  toKind: Number(cells[at.toKind]),
  toUser: cells[at.toUser] ?? '',
  toAfter: cells[at.toAfter] ?? '',
  units: BigInt(cells[at.units] ?? '0'),
  tx: Number(tx),
})

/** Kinds of accounts: those of users, then those of the house. */
export const kinds = { available: 1, locked: 2 } as const
const lastKind = 15
export const isOfUser = (kind: number): boolean => kind <= kinds.locked

type Account = { units: bigint; posting: number; line: number; after: string }

const keyOf = (kind: number, user: string, asset: string): string => `${kind}:${user}:${asset}`
const userRow = (user: string, asset: string): string => `user ${user}, asset ${asset}`

export type BalanceRow = Readonly<{
  user: string
  asset: string
  available: string
  locked: string
}>

/** Sums moves per account, and compares them with the balances. */
export class Accounts {
  readonly #users = new Map<string, Account>()
  readonly #house = new Map<string, bigint>()
  readonly #findings: Findings
  /** Moves of transactions below this one are in `house_balances`. */
  readonly #horizon: number

  constructor(findings: Findings, horizon: number) {
    this.#findings = findings
    this.#horizon = horizon
  }

  add(move: Move): void {
    const { posting, line, asset, fromKind, toKind, units, tx } = move
    this.#checkForm(move)
    if (isOfUser(fromKind)) {
      this.#shift(keyOf(fromKind, move.fromUser, asset), -units, posting, line, move.fromAfter)
    } else if (tx < this.#horizon) this.#shiftHouse(`${fromKind}:${asset}`, -units)
    if (isOfUser(toKind)) {
      this.#shift(keyOf(toKind, move.toUser, asset), units, posting, line, move.toAfter)
    } else if (tx < this.#horizon) this.#shiftHouse(`${toKind}:${asset}`, units)
  }

  /** Adds what detached moves did; they are older than all others. */
  addDetached(kind: number, user: string, asset: string, units: bigint): void {
    if (isOfUser(kind)) this.#shift(keyOf(kind, user, asset), units, -1, 0, '')
    else this.#shiftHouse(`${kind}:${asset}`, units)
  }

  #checkForm({
    posting,
    line,
    fromKind,
    fromUser,
    fromAfter,
    toKind,
    toUser,
    toAfter,
    units,
  }: Move) {
    const isEnd = (kind: number, user: string, after: string) =>
      kind >= 1 &&
      kind <= lastKind &&
      isOfUser(kind) === (user !== '') &&
      isOfUser(kind) === (after !== '')
    const isMove =
      units > 0n &&
      isEnd(fromKind, fromUser, fromAfter) &&
      isEnd(toKind, toUser, toAfter) &&
      (fromKind !== toKind || fromUser !== toUser)
    if (isMove) return
    this.#findings.add(
      'moves',
      `posting ${posting}, line ${line}`,
      'it is no move between accounts',
    )
  }

  #shift(key: string, units: bigint, posting: number, line: number, after: string): void {
    const account = this.#users.get(key)
    if (account === undefined) {
      this.#users.set(key, { units, posting, line, after })
      return
    }
    account.units += units
    if (posting > account.posting || (posting === account.posting && line > account.line)) {
      account.posting = posting
      account.line = line
      account.after = after
    }
  }

  #shiftHouse(key: string, units: bigint): void {
    this.#house.set(key, (this.#house.get(key) ?? 0n) + units)
  }

  /** Compares a row of `balances`, and forgets its accounts. */
  compare({ user, asset, available, locked }: BalanceRow): void {
    this.#compareOne('available', kinds.available, user, asset, available)
    this.#compareOne('locked', kinds.locked, user, asset, locked)
  }

  #compareOne(column: string, kind: number, user: string, asset: string, units: string): void {
    const key = keyOf(kind, user, asset)
    const account = this.#users.get(key) ?? { units: 0n, posting: -1, line: 0, after: '' }
    this.#users.delete(key)
    const row = userRow(user, asset)
    if (BigInt(units) !== account.units) {
      const why = `it is ${units}, and its moves sum to ${account.units}`
      this.#findings.add(`balances.${column}`, row, why)
    } else if (account.posting >= 0 && account.after !== units) {
      const move = `posting ${account.posting}, line ${account.line}`
      const why = `its last move of ${row} left ${account.after}, and the balance is ${units}`
      this.#findings.add('moves.from_after or to_after', move, why)
    }
    if (units.startsWith('-')) this.#findings.add(`balances.${column}`, row, 'it is below zero')
  }

  /** Reports accounts with moves and without a balance. */
  endBalances(): void {
    for (const [key, { units }] of this.#users) {
      const [, user = '', asset = ''] = key.split(':')
      if (units !== 0n) this.#findings.add('balances', userRow(user, asset), `missing: ${units}`)
    }
  }

  compareHouse(balances: ReadonlyMap<string, bigint>): void {
    for (const key of new Set([...balances.keys(), ...this.#house.keys()])) {
      const [stored, moved] = [balances.get(key) ?? 0n, this.#house.get(key) ?? 0n]
      if (stored === moved) continue
      const [kind, asset] = key.split(':')
      const why = `it is ${stored}, and its moves sum to ${moved}`
      this.#findings.add('house_balances.units', `kind ${kind}, asset ${asset}`, why)
    }
  }
}
