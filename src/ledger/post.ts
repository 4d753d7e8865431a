import type { Tx } from '../database/database.ts'
import { lockBalances, makeBalances, writeBalances } from './balances.sql.ts'
import {
  type Balance,
  movesOf,
  type Posting,
  planPostings,
  sameMoves,
  storedMove,
  touchedBalances,
} from './post.rules.ts'
import { findPostedMoves, insertPostings, lockKeys } from './postings.sql.ts'

/** What became of a posting: `insufficient` left everything as it was. */
export type Posted = 'posted' | 'repeated' | 'insufficient'

/** The same key was posted before with other moves: a mistake upstream, never applied. */
export class PostingConflict extends Error {
  override readonly name = 'PostingConflict'
  readonly key: string
  constructor(key: string) {
    super(`posting ${key} was recorded before with other moves`)
    this.key = key
  }
}

/** Without a balance to lock, two reports of one fact at once meet at its key. */
const isOfHouseOnly = (posting: Posting): boolean => touchedBalances([posting]).length === 0

/** What is written together with postings, once it is known what becomes of each. */
export type Along = (outcomes: readonly Posted[]) => Promise<unknown>

/**
 * Records postings, each once for ever under its key, and answers what became of each, in order.
 * Balance rows are locked in (user, asset) order before anything is decided, so concurrent calls
 * never deadlock and never see a balance that another one is changing.
 */
export async function postAll(
  tx: Tx,
  postings: readonly Posting[],
  along: Along = async () => undefined,
): Promise<readonly Posted[]> {
  if (postings.length === 0) return []
  const { balances, repeated } = await lockTouched(tx, postings)
  const fresh = firstOfEachKey(postings.filter(({ key }) => !repeated.has(key)))
  const plan = planPostings(balances, fresh)
  const accepted = fresh.filter(({ key }) => plan.sufficient.has(key))
  const told = outcomes(postings, repeated, plan.sufficient)
  await Promise.all([
    insertPostings(tx, accepted, plan.lines),
    writeBalances(tx, changed(balances, plan.balances)),
    along(told),
  ])
  return told
}

type Touched = Readonly<{
  balances: ReadonlyMap<string, Balance>
  /** The keys that were posted before all of this was locked. */
  repeated: ReadonlySet<string>
}>

async function lockTouched(tx: Tx, postings: readonly Posting[]): Promise<Touched> {
  const touched = touchedBalances(postings)
  const ofHouse = postings.filter(isOfHouseOnly).map(({ key }) => key)
  // They run in this order, so what is found was looked for under the locks.
  const [, balances, repeated] = await Promise.all([
    lockKeys(tx, ofHouse),
    lockBalances(tx, touched),
    findRepeated(tx, postings),
  ])
  if (balances.size === touched.length) return { balances, repeated }
  await makeBalances(tx, touched)
  return lockTouched(tx, postings)
}

async function findRepeated(tx: Tx, postings: readonly Posting[]): Promise<ReadonlySet<string>> {
  const stored = await findPostedMoves(
    tx,
    postings.map(({ key }) => key),
  )
  for (const posting of postings) {
    const moves = stored.get(posting.key)
    if (moves !== undefined && !sameMoves(posting, moves)) throw new PostingConflict(posting.key)
  }
  return new Set(stored.keys())
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
  repeated: ReadonlySet<string>,
  sufficient: ReadonlySet<string>,
): readonly Posted[] {
  const seen = new Set<string>()
  return postings.map(({ key }) => {
    if (repeated.has(key)) return 'repeated'
    if (!sufficient.has(key)) return 'insufficient'
    if (seen.has(key)) return 'repeated'
    seen.add(key)
    return 'posted'
  })
}
