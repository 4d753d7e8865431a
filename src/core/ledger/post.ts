import type { Tx } from '../database/database.ts'
import { recordFacts } from '../facts/record-facts.ts'
import { isUserAccount } from './accounts.ts'
import { adjustmentFact } from './adjustment-fact.rules.ts'
import { lockBalanceRows, makeBalances, writeBalances } from './balances.sql.ts'
import { flowsOf } from './day-flows.rules.ts'
import { sendFlows } from './day-flows.sql.ts'
import {
  type Balance,
  movesOf,
  type Posting,
  planPostings,
  type StoredMove,
  sameMoves,
  storedMove,
  type TouchedBalance,
  touchedBalances,
} from './post.rules.ts'
import { findPostedMoves, insertPostings, lockKeys } from './postings.sql.ts'

/** The outcome of a posting; `insufficient` changed nothing. */
export type Posted = 'posted' | 'repeated' | 'insufficient'

/** The key was posted before with other moves: an upstream bug. The posting is not applied. */
export class PostingConflict extends Error {
  override readonly name = 'PostingConflict'
  readonly key: string
  constructor(key: string) {
    super(`posting ${key} was recorded before with other moves`)
    this.key = key
  }
}

/** The keys and balances to lock before postings are decided. */
export type LockScope = Readonly<{
  keys: readonly string[]
  /** The keys whose postings touch no user's balance. */
  ofHouse: readonly string[]
  balances: readonly TouchedBalance[]
}>

/**
 * The locked state, fixed until the transaction ends. Balances that were never touched are absent.
 */
export type LedgerLock = Readonly<{
  balances: ReadonlyMap<string, Balance>
  /** The moves of those keys that were posted before. */
  posted: ReadonlyMap<string, readonly StoredMove[]>
}>

/** House-only postings lock no balance row, so concurrent reports are serialized by their key. */
const isOfHouseOnly = (posting: Posting): boolean =>
  movesOf(posting).every(({ from, to }) => !isUserAccount(from) && !isUserAccount(to))

const scopeOf = (postings: readonly Posting[]): LockScope => ({
  keys: postings.map(({ key }) => key),
  ofHouse: postings.filter(isOfHouseOnly).map(({ key }) => key),
  balances: touchedBalances(postings),
})

/**
 * Locks what postings touch, balances in (user, asset) order, so that concurrent calls never
 * deadlock and never see a balance that another call is changing.
 */
export async function lockScope(tx: Tx, scope: LockScope): Promise<LedgerLock> {
  // The connection runs these in order, so the moves are looked up under the locks.
  const [, balances, posted] = await Promise.all([
    lockKeys(tx, scope.ofHouse),
    lockBalanceRows(tx, scope.balances),
    findPostedMoves(tx, scope.keys),
  ])
  return { balances, posted }
}

/** Locks what the postings touch, and first creates the balances that do not exist. */
export async function lockFor(tx: Tx, postings: readonly Posting[]): Promise<LedgerLock> {
  const scope = scopeOf(postings)
  const lock = await lockScope(tx, scope)
  if (lock.balances.size === scope.balances.length) return lock
  const [, made] = await Promise.all([makeBalances(tx, scope.balances), lockScope(tx, scope)])
  return made
}

/** Records postings, each once per key forever; returns their outcomes in order. */
export async function postAll(tx: Tx, postings: readonly Posting[]): Promise<readonly Posted[]> {
  return postings.length === 0 ? [] : post(tx, await lockFor(tx, postings), postings)
}

/**
 * Posts within what is already locked. The writes are sent, not awaited. Throws PostingConflict if
 * a key was posted with other moves.
 */
export function post(tx: Tx, lock: LedgerLock, postings: readonly Posting[]): readonly Posted[] {
  const { balances, posted } = lock
  const isRepeated = (posting: Posting): boolean => {
    const moves = posted.get(posting.key)
    if (moves !== undefined && !sameMoves(posting, moves)) throw new PostingConflict(posting.key)
    return moves !== undefined
  }
  const fresh = firstOfEachKey(postings.filter((posting) => !isRepeated(posting)))
  const plan = planPostings(balances, fresh)
  const posting = fresh.filter(({ key }) => plan.sufficient.has(key))
  insertPostings(tx, posting, plan.lines)
  recordFacts(tx, () => posting.flatMap(adjustmentFact))
  sendFlows(tx, flowsOf(posting))
  writeBalances(tx, changed(balances, plan.balances))
  return outcomes(postings, posted, plan.sufficient)
}

function firstOfEachKey(postings: readonly Posting[]): readonly Posting[] {
  const first = new Map<string, Posting>()
  for (const posting of postings) {
    const other = first.get(posting.key)
    if (other === undefined) first.set(posting.key, posting)
    else if (other !== posting && !sameFacts(other, posting)) throw new PostingConflict(posting.key)
  }
  return [...first.values()]
}

const sameFacts = (a: Posting, b: Posting): boolean => sameMoves(a, movesOf(b).map(storedMove))

function changed(
  before: ReadonlyMap<string, Balance>,
  after: ReadonlyMap<string, Balance>,
): ReadonlyMap<string, Balance> {
  return new Map(
    [...after].filter(([key, balance]) => {
      const old = before.get(key)
      return old?.available !== balance.available || old.locked !== balance.locked
    }),
  )
}

function outcomes(
  postings: readonly Posting[],
  posted: LedgerLock['posted'],
  sufficient: ReadonlySet<string>,
): readonly Posted[] {
  const seen = new Set<string>()
  return postings.map(({ key }) => {
    if (posted.has(key)) return 'repeated'
    if (!sufficient.has(key)) return 'insufficient'
    if (seen.has(key)) return 'repeated'
    seen.add(key)
    return 'posted'
  })
}
