import { beforeCommit, signalsOf, type Tx } from '../database/database.ts'
import type { Fact } from './fact.ts'
import { insertFacts } from './facts.sql.ts'
import { isRecording } from './recording.ts'

/** The facts of each open transaction. */
const factsOf = new WeakMap<Tx, Fact[]>()

/**
 * Records facts in their transaction, if events are recorded at all. They are written just before
 * the commit, under all locks of the transaction, so that their ids follow the order of facts about
 * the same rows.
 */
export function recordFacts(tx: Tx, facts: () => readonly Fact[]): void {
  if (!isRecording({ db: { signals: signalsOf(tx) } })) return
  const fresh = facts()
  if (fresh.length === 0) return
  const known = factsOf.get(tx)
  if (known !== undefined) return void known.push(...fresh)
  const all = [...fresh]
  factsOf.set(tx, all)
  beforeCommit(tx, async () => insertFacts(tx, all))
}
