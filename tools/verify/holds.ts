import { isOfUser, kinds, type Move } from './accounts.ts'
import type { Findings } from './finding.ts'
import { cellReader, microsOf } from './source.ts'

const holdColumns = [
  'id',
  'user_id',
  'asset_id',
  'initial',
  'consumed',
  'released',
  'owner_kind',
  'owner_id',
  'opened_at',
  'closed_at',
] as const

type Hold = {
  readonly id: number
  readonly user: string
  readonly asset: string
  readonly initial: bigint
  readonly consumed: bigint
  readonly released: bigint
  readonly owner: string
  readonly openedAt: string
  readonly closedAt: string | null
  /** The posting that opened it. */
  opening: number | null
  /** Whether a posting released it. */
  isReleased: boolean
  isEndSeen: boolean
}

const rowOf = ({ id, owner }: Hold): string => `hold ${id} of ${owner}`
const accountOf = (user: string, asset: string): string => `${user}:${asset}`

/** Compares holds with their owners, and with the postings that opened and ended them. */
export class Holds {
  readonly #byOwner = new Map<string, Hold>()
  readonly #findings: Findings
  /** Holds by the posting that opened or released them, until its move came. */
  readonly #opened = new Map<number, Hold>()
  readonly #released = new Map<number, Hold>()
  /** Times at which holds were closed that were consumed as a whole. */
  readonly #ends = new Map<string, Hold[]>()
  readonly #ending = new Map<number, string>()
  /** Per account: what was consumed by moves. */
  readonly #consumed = new Map<string, bigint>()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  reader(table: string, columns: readonly string[]): (line: string) => void {
    const read = cellReader(table, columns, holdColumns)
    return (line) => {
      const [id, user, asset, initial, consumed, released, kind, owner, opened, closed] = read(line)
      const hold: Hold = {
        id: Number(id),
        user: user ?? '',
        asset: asset ?? '',
        initial: BigInt(initial ?? '0'),
        consumed: BigInt(consumed ?? '0'),
        released: BigInt(released ?? '0'),
        owner: `${kind}:${owner}`,
        openedAt: microsOf(opened ?? null),
        closedAt: closed === null || closed === undefined ? null : microsOf(closed),
        opening: null,
        isReleased: false,
        isEndSeen: false,
      }
      this.#add(hold)
    }
  }

  #add(hold: Hold): void {
    this.#byOwner.set(hold.owner, hold)
    const left = hold.initial - hold.consumed - hold.released
    if (left < 0n) {
      const what = 'holds.consumed, released or initial'
      this.#findings.add(what, rowOf(hold), 'consumed and released exceed initial')
    }
    if ((left === 0n) !== (hold.closedAt !== null)) {
      const why =
        left === 0n ? 'nothing is left, and it is not closed' : `${left} is left, and it is closed`
      this.#findings.add('holds.closed_at, initial, consumed or released', rowOf(hold), why)
    }
    if (hold.closedAt !== null && hold.released === 0n) {
      this.#ends.set(hold.closedAt, [...(this.#ends.get(hold.closedAt) ?? []), hold])
    }
  }

  /** Takes a posting; all postings come before the moves. */
  posting(id: number, key: string, at: string): void {
    if (this.#ends.has(at)) this.#ending.set(id, at)
    if (key.startsWith('hold:')) this.#opening(id, key, at)
    else if (key.startsWith('release:')) this.#releasing(id, key, at)
  }

  #opening(id: number, key: string, at: string): void {
    const hold = this.#byOwner.get(key.slice('hold:'.length))
    if (hold === undefined) {
      const why = 'a posting opened it; its row is missing, or owner_kind or owner_id was changed'
      this.#findings.add('holds', `the hold of posting ${id} (${key})`, why)
      return
    }
    hold.opening = id
    this.#opened.set(id, hold)
    if (hold.openedAt !== at) {
      this.#findings.add('holds.opened_at', rowOf(hold), `posting ${id} opened it at another time`)
    }
  }

  #releasing(id: number, key: string, at: string): void {
    const hold = this.#byOwner.get(key.slice('release:'.length))
    if (hold === undefined) return
    hold.isReleased = true
    this.#released.set(id, hold)
    if (hold.closedAt !== at) {
      this.#findings.add('holds.closed_at', rowOf(hold), `posting ${id} closed it at another time`)
    }
  }

  move({ posting, asset, fromKind, fromUser, toKind, toUser, units }: Move): void {
    const opened = this.#opened.get(posting)
    if (opened !== undefined) {
      this.#opened.delete(posting)
      const wrong = [
        ...(opened.user === toUser && toKind === kinds.locked ? [] : ['user_id']),
        ...(opened.asset === asset ? [] : ['asset_id']),
        ...(opened.initial === units ? [] : ['initial']),
      ]
      for (const column of wrong) {
        this.#findings.add(
          `holds.${column}`,
          rowOf(opened),
          `posting ${posting} opened it otherwise`,
        )
      }
    }
    if (!isOfUser(fromKind) || fromKind !== kinds.locked) return
    const released = this.#released.get(posting)
    if (released !== undefined) {
      this.#released.delete(posting)
      if (released.released !== units) {
        this.#findings.add(
          'holds.released',
          rowOf(released),
          `posting ${posting} released ${units}`,
        )
      }
      return
    }
    const account = accountOf(fromUser, asset)
    this.#consumed.set(account, (this.#consumed.get(account) ?? 0n) + units)
    const end = this.#ending.get(posting)
    for (const hold of end === undefined ? [] : (this.#ends.get(end) ?? [])) {
      if (hold.user === fromUser && hold.asset === asset) hold.isEndSeen = true
    }
  }

  /** `isComplete` is false if moves were detached: then sums over all moves are not known. */
  end(isComplete: boolean, lastId: number | null): void {
    const consumed = new Map<string, bigint>()
    const openings = new Map<string, number>()
    for (const hold of [...this.#byOwner.values()].sort((a, b) => a.id - b.id)) {
      const account = accountOf(hold.user, hold.asset)
      consumed.set(account, (consumed.get(account) ?? 0n) + hold.consumed)
      this.#checkIdentity(hold, lastId)
      if (hold.opening !== null) {
        // Holds of an account are opened one after another.
        if (hold.opening < (openings.get(account) ?? 0)) {
          this.#findings.add('holds.id', rowOf(hold), 'a hold with a lower id was opened later')
        }
        openings.set(account, hold.opening)
      }
      if (hold.released > 0n && !hold.isReleased) {
        this.#findings.add('holds.released', rowOf(hold), 'no posting released it')
      }
      if (isComplete && hold.closedAt !== null && hold.released === 0n && !hold.isEndSeen) {
        this.#findings.add('holds.closed_at', rowOf(hold), 'no posting took money of it then')
      }
    }
    if (!isComplete) return
    for (const account of new Set([...consumed.keys(), ...this.#consumed.keys()])) {
      const [stored, moved] = [consumed.get(account) ?? 0n, this.#consumed.get(account) ?? 0n]
      if (stored === moved) continue
      const [user, asset] = account.split(':')
      const why = `they are ${stored}, and moves took ${moved}`
      this.#findings.add('holds.consumed', `holds of user ${user}, asset ${asset}`, why)
    }
  }

  #checkIdentity(hold: Hold, lastId: number | null): void {
    if (hold.opening === null) {
      this.#findings.add('holds.owner_kind or owner_id', rowOf(hold), 'no posting opened it')
    }
    if (hold.id < 1 || (lastId !== null && hold.id > lastId)) {
      this.#findings.add('holds.id', rowOf(hold), `ids are from 1 to ${lastId}`)
    }
  }

  /** Compares locked balances with the open holds, by user and asset. */
  compareLocked(locked: ReadonlyMap<string, bigint>): void {
    const held = new Map<string, bigint>()
    for (const { user, asset, initial, consumed, released, closedAt } of this.#byOwner.values()) {
      if (closedAt !== null) continue
      const account = accountOf(user, asset)
      held.set(account, (held.get(account) ?? 0n) + initial - consumed - released)
    }
    for (const account of new Set([...held.keys(), ...locked.keys()])) {
      const [open, balance] = [held.get(account) ?? 0n, locked.get(account) ?? 0n]
      if (open === balance) continue
      const [user, asset] = account.split(':')
      const why = `open holds are ${open}, and balances.locked is ${balance}`
      this.#findings.add('holds', `holds of user ${user}, asset ${asset}`, why)
    }
  }

  /** Compares open holds with what they are for: `owners` are as `order:123`. */
  compareOwners(owners: ReadonlySet<string>): void {
    for (const hold of this.#byOwner.values()) {
      if (hold.closedAt !== null || owners.has(hold.owner)) continue
      this.#findings.add('holds', rowOf(hold), 'it is open, and its owner is not')
    }
    for (const owner of owners) {
      const hold = this.#byOwner.get(owner)
      if (hold !== undefined && hold.closedAt === null) continue
      this.#findings.add(`${owner.split(':')[0]}s.status`, owner, 'it is open without an open hold')
    }
  }
}
